#ifndef OBJECTIVE_C_CLASS_DECLARATIONS_H
#define OBJECTIVE_C_CLASS_DECLARATIONS_H

/// Declares the classes of the program to the runtime, which calls this when it is first asked.
///
/// The real runtime finds them in the program's file. Here the shim of Foundation defines this.
void objective_c_declare_classes(void);

#endif
