# needs: gcc
reproduce() {
  mkdir lib
  echo 'int area(int a) { return a * a; }' > shape.c
  echo 'int area(int a); int main(void) { return area(3) - 9; }' > main.c
  gcc -shared -fPIC -Wl,-soname,libshape.so.1 shape.c -o lib/libshape.so
  gcc main.c -lshape -o app
}
workaround_2() { gcc main.c -Llib -lshape -o app && echo linked; }
dead_end_1() { LD_LIBRARY_PATH=lib gcc main.c -lshape -o app; }
dead_end_2() { mv lib/libshape.so lib/libshape.so.1; gcc main.c -Llib -lshape -o app; }
