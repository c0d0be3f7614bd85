# needs: gcc
reproduce() {
  cat > half.h <<'C'
double half(double x);
C
  cat > half.c <<'C'
double half(double x) { return x / 2; }
C
  cat > main.c <<'C'
#include <math.h>
#include <stdio.h>
#include "half.h"

int main(int argc, char **argv) {
    printf("%s %f\n", argv[0], half(cos(argc)));
    return 0;
}
C
  cp main.c main.cpp
  gcc -c half.c && ar rcs libhalf.a half.o
  gcc -c main.c
  gcc main.o -o app
  gcc -L. -lhalf -lm main.o -o app
  g++ main.cpp half.o -o app
}
workaround_1() { gcc main.o -L. -lhalf -lm -o app && ./app; }
workaround_2() { gcc main.c half.c -lm -o app && ./app; }
workaround_3() { printf 'extern "C" {\n#include "half.h"\n}\n' > half.hpp; sed -i 's/"half.h"/"half.hpp"/' main.cpp; g++ main.cpp half.o -o app && ./app; }
dead_end_1() { sed -i '1i #include "half.h"' main.c; gcc -c main.c && gcc main.o -lm -o app; }
dead_end_2() { gcc -L. main.o -lm -o app; }
