# needs: gcc
reproduce() {
  echo 'int inner(void) { return 1; }' > inner.c
  echo 'int inner(void); int outer(void) { return inner(); }' > outer.c
  echo 'int inner(void); int outer(void); int main(void) { return outer() - inner(); }' > main.c
  gcc -shared -fPIC inner.c -o libinner.so
  gcc -shared -fPIC outer.c -L. -linner '-Wl,-rpath,$ORIGIN' -o libouter.so
  gcc main.c -L. -louter -o app
}
workaround_1() { gcc main.c -L. -louter -linner -o app && echo linked; }
workaround_2() { gcc main.c -L. -Wl,--copy-dt-needed-entries -louter -o app && echo linked; }
dead_end_1() { gcc main.c -L"$PWD" -louter "-Wl,-rpath-link,$PWD" -o app; }
