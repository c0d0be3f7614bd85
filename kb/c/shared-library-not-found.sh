# needs: gcc
reproduce() {
  mkdir lib
  echo 'int area(int a) { return a * a; }' > shape.c
  echo 'int area(int a); int main(void) { return area(3) - 9; }' > main.c
  gcc -shared -fPIC -Wl,-soname,libshape.so.1 shape.c -o lib/libshape.so.1
  ln -s libshape.so.1 lib/libshape.so
  gcc main.c -Llib -lshape -o app
  ./app
}
workaround_1() { LD_LIBRARY_PATH="$PWD/lib" ./app && echo ran; }
workaround_2() { gcc main.c -Llib -lshape '-Wl,-rpath,$ORIGIN/lib' -o app; ./app && echo ran; }
dead_end_1() { export LIBRARY_PATH="$PWD/lib"; gcc main.c -L"$PWD/lib" -lshape -o app; ./app; }
dead_end_2() { cp lib/libshape.so.1 .; ./app; }
