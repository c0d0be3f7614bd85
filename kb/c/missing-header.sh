# needs: gcc
reproduce() {
  mkdir -p vendor/include/shape
  echo 'int area(int a);' > vendor/include/shape/area.h
  cat > main.c <<'C'
#include <stdio.h>
#include <shape/area.h>

int main(void) { return 0; }
C
  gcc -c main.c
}
workaround_2() { gcc -Ivendor/include -c main.c && ls main.o; }
dead_end_1() { gcc -Lvendor/include -c main.c; }
dead_end_2() { sed -i 's/<shape\/area.h>/"shape\/area.h"/' main.c; gcc -c main.c; }
