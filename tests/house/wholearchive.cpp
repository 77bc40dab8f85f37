// Every object of every room is linked into this program (as by --whole-archive), so it links only if no
// room needs a symbol of a library that core does not declare.
#include <cstdio>

int main()
{
    std::puts("linked");
    return 0;
}
