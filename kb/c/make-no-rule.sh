# needs: make, gcc
reproduce() {
  mkdir src && cd src
  printf 'CFLAGS = -MMD\napp: main.o util.o\n\t$(CC) -o app main.o util.o\nclean:\n\trm -f app *.o\n-include *.d\n' > Makefile
  echo '#include "limits.h"' > main.c
  echo 'int main(void) { return 0; }' >> main.c
  echo '#define LIMIT 8' > limits.h
  make main.o
  make app
  echo 'int util;' > util.c
  rm limits.h; sed -i 1d main.c
  make app
  cd ..
  make -f src/Makefile clean all
}
workaround_1() { cd src; find . -name '*.d' -delete; make app; }
workaround_3() { sed -i "/^-include/d" src/Makefile; make -C src app; }
dead_end_1() { cd src; make -B app; }
dead_end_2() { cd src; make -k app; }
