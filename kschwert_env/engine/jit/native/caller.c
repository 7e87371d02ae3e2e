/* Calls machine code with NumPy arrays: the stable ABI of Python 3.11 and of NumPy 2, one build for all versions.

   Code takes one argument: an array of 64-bit slots with the parts of all arguments in order, as Numba passes them. The
   first slot holds the result. Types are read once, from examples; a call then compares types by address. */

#define Py_LIMITED_API 0x030B0000
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>
#include <string.h>

#define MOST_SLOTS 2048
#define MOST_BOUND 9 /* arguments of `bind` */

typedef void (*Code)(int64_t *slots);

/* A part of an example: an array ('a'), a tuple ('t') whose items follow, None, an integer, float or bool. */
typedef struct {
    char kind;
    int flags; /* of an array, which must be set */
    int dimensions;
    Py_ssize_t size; /* of an item of an array; or the number of items of a tuple */
    PyObject *dtype;
} Part;

/* Code for arguments of certain types. */
typedef struct Overload {
    struct Overload *next;
    Code code;
    char result; /* 'n'one, 'i'nteger, 'd'ouble or 'b'ool */
    Py_ssize_t arguments;
    Part *parts;
} Overload;

typedef struct {
    PyObject_HEAD
    PyObject *fallback; /* called for arguments of other types */
    Overload *first;    /* lives as long as the function, since calls run without a lock */
} Function;

/* A function with its arguments, checked once. Its calls hold the lock, since releasing it takes longer than most. */
typedef struct {
    PyObject_HEAD
    PyObject *function, *arguments; /* keep the code and the arrays alive */
    const Overload *overload;
    int64_t *slots, *free; /* the last slot, for the integer of a call */
} Bound;

/* -- examples -------------------------------------------------------------------------------------------------- */

static Py_ssize_t count_parts(PyObject *value)
{
    Py_ssize_t count = 1;
    if (PyTuple_Check(value))
        for (Py_ssize_t i = 0; i < PyTuple_Size(value); i++)
            count += count_parts(PyTuple_GetItem(value, i));
    return count;
}

static Part *read_part(Part *part, PyObject *value)
{
    part->dtype = NULL;
    if (PyArray_Check(value)) {
        PyArrayObject *array = (PyArrayObject *)value;
        int writable = PyArray_FLAGS(array) & NPY_ARRAY_WRITEABLE;
        part->kind = 'a';
        part->flags = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED | writable;
        part->dimensions = PyArray_NDIM(array);
        part->dtype = Py_NewRef((PyObject *)PyArray_DESCR(array));
        PyObject *size = PyObject_GetAttrString(part->dtype, "itemsize");
        part->size = size == NULL ? -1 : PyLong_AsSsize_t(size);
        Py_XDECREF(size);
        return part + 1;
    }
    if (PyTuple_Check(value)) {
        Part *next = part + 1;
        part->kind = 't';
        part->size = PyTuple_Size(value);
        for (Py_ssize_t i = 0; i < part->size; i++)
            next = read_part(next, PyTuple_GetItem(value, i));
        return next;
    }
    part->kind = value == Py_None ? 'n' : PyBool_Check(value) ? 'b' : PyFloat_Check(value) ? 'd' : 'i';
    return part + 1;
}

/* -- arguments ------------------------------------------------------------------------------------------------- */

/* Append the slots of an array; return NULL, without an error, if it does not fit. */
static int64_t *fill_array(const Part *part, PyArrayObject *array, int64_t *slot)
{
    int dimensions = part->dimensions;
    if (PyArray_NDIM(array) != dimensions || (PyArray_FLAGS(array) & part->flags) != part->flags)
        return NULL;
    PyObject *dtype = (PyObject *)PyArray_DESCR(array);
    if (dtype != part->dtype) { /* comparing equal dtypes takes longer than a decision */
        int same = PyObject_RichCompareBool(dtype, part->dtype, Py_EQ);
        if (same <= 0) {
            PyErr_Clear();
            return NULL;
        }
    }
    const npy_intp *shape = PyArray_DIMS(array), *strides = PyArray_STRIDES(array);
    int64_t items = 1;
    slot[0] = slot[1] = 0; /* no memory of Numba's */
    slot[3] = part->size;
    slot[4] = (int64_t)(intptr_t)PyArray_DATA(array);
    for (int i = 0; i < dimensions; i++) {
        items *= shape[i];
        slot[5 + i] = shape[i];
        slot[5 + dimensions + i] = strides[i];
    }
    slot[2] = items;
    return slot + 5 + 2 * dimensions;
}

/* Append the slots of an argument and advance `part`; return NULL if it does not fit. */
static int64_t *fill(const Part **part, PyObject *value, int64_t *slot)
{
    const Part *of = (*part)++;
    switch (of->kind) {
    case 'a':
        return PyArray_Check(value) ? fill_array(of, (PyArrayObject *)value, slot) : NULL;
    case 't':
        if (!PyTuple_Check(value) || PyTuple_Size(value) != of->size)
            return NULL;
        for (Py_ssize_t i = 0; i < of->size && slot != NULL; i++)
            slot = fill(part, PyTuple_GetItem(value, i), slot);
        return slot;
    case 'n':
        *slot = 0;
        return value == Py_None ? slot + 1 : NULL;
    case 'b':
        *slot = value == Py_True;
        return value == Py_True || value == Py_False ? slot + 1 : NULL;
    case 'd': {
        if (!PyFloat_Check(value))
            return NULL;
        double number = PyFloat_AsDouble(value);
        memcpy(slot, &number, sizeof number);
        return slot + 1;
    }
    default:
        if (!PyLong_Check(value) && !PyIndex_Check(value))
            return NULL;
        *slot = PyLong_AsLongLong(value);
        if (*slot != -1 || !PyErr_Occurred())
            return slot + 1;
        PyErr_Clear();
        return NULL;
    }
}

/* Fill the slots after the first for the overload that fits; return it, or NULL. */
static const Overload *match(Function *self, PyObject *const *arguments, Py_ssize_t count, int64_t *slots,
                             int64_t **end)
{
    for (const Overload *overload = self->first; overload != NULL; overload = overload->next) {
        const Part *part = overload->parts;
        int64_t *slot = slots + 1;
        if (overload->arguments != count)
            continue;
        for (Py_ssize_t i = 0; i < count && slot != NULL; i++)
            slot = fill(&part, arguments[i], slot);
        if (slot != NULL) {
            *end = slot;
            return overload;
        }
    }
    return NULL;
}

static PyObject *result_of(const Overload *overload, const int64_t *slots)
{
    double number;
    switch (overload->result) {
    case 'i':
        return PyLong_FromLongLong(slots[0]);
    case 'b':
        return PyBool_FromLong(slots[0] != 0);
    case 'd':
        memcpy(&number, slots, sizeof number);
        return PyFloat_FromDouble(number);
    default:
        return Py_NewRef(Py_None);
    }
}

/* -- functions ------------------------------------------------------------------------------------------------- */

static PyObject *call_function(PyObject *object, PyObject *const *arguments, Py_ssize_t count)
{
    Function *self = (Function *)object;
    int64_t slots[MOST_SLOTS], *end;
    const Overload *overload = match(self, arguments, count, slots, &end);
    if (overload != NULL) {
        Py_BEGIN_ALLOW_THREADS
        overload->code(slots);
        Py_END_ALLOW_THREADS
        return result_of(overload, slots);
    }
    if (self->fallback == Py_None) {
        PyErr_SetString(PyExc_TypeError, "no machine code for arguments of these types");
        return NULL;
    }
    PyObject *tuple = PyTuple_New(count), *result;
    for (Py_ssize_t i = 0; tuple != NULL && i < count; i++)
        PyTuple_SetItem(tuple, i, Py_NewRef(arguments[i]));
    result = tuple == NULL ? NULL : PyObject_Call(self->fallback, tuple, NULL);
    Py_XDECREF(tuple);
    return result;
}

static PyObject *add_overload(PyObject *object, PyObject *arguments)
{
    Function *self = (Function *)object;
    unsigned long long address;
    int result;
    PyObject *examples;
    if (!PyArg_ParseTuple(arguments, "KCO!", &address, &result, &PyTuple_Type, &examples))
        return NULL;
    Py_ssize_t parts = count_parts(examples);
    Overload *overload = PyMem_Malloc(sizeof(Overload));
    Part *part = PyMem_Malloc(parts * sizeof(Part));
    if (overload == NULL || part == NULL) {
        PyMem_Free(overload);
        PyMem_Free(part);
        return PyErr_NoMemory();
    }
    overload->code = (Code)(intptr_t)address;
    overload->result = (char)result;
    overload->arguments = PyTuple_Size(examples);
    overload->parts = part;
    for (Py_ssize_t i = 0; i < overload->arguments; i++)
        part = read_part(part, PyTuple_GetItem(examples, i));
    Py_ssize_t most = 1;
    for (Part *each = overload->parts; each < part; each++)
        most += each->kind == 'a' ? 5 + 2 * each->dimensions : 1;
    if (most > MOST_SLOTS) {
        PyErr_Format(PyExc_ValueError, "arguments take %zd slots, at most %d are possible", most, MOST_SLOTS);
        return NULL;
    }
    overload->next = self->first;
    self->first = overload;
    return Py_NewRef(Py_None);
}

static PyObject *new_function(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    PyObject *fallback = Py_None;
    if (!PyArg_ParseTuple(arguments, "|O", &fallback))
        return NULL;
    Function *self = (Function *)PyType_GenericAlloc(type, 0);
    if (self != NULL)
        self->fallback = Py_NewRef(fallback);
    return (PyObject *)self;
}

static void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static void free_function(PyObject *object)
{
    Function *self = (Function *)object;
    Py_XDECREF(self->fallback);
    for (Overload *overload = self->first, *next; overload != NULL; overload = next) {
        next = overload->next; /* dtypes outlive the process's functions: they are never many */
        PyMem_Free(overload->parts);
        PyMem_Free(overload);
    }
    free_object(object);
}

static PyMethodDef function_methods[] = {
    {"call", (PyCFunction)(void (*)(void))call_function, METH_FASTCALL, "Call the code for arguments of these types."},
    {"add", add_overload, METH_VARARGS, "Add code: its address, the kind of its result, and examples of arguments."},
    {NULL}};

static PyType_Slot function_slots[] = {{Py_tp_new, new_function},
                                       {Py_tp_dealloc, free_function},
                                       {Py_tp_methods, function_methods},
                                       {Py_tp_doc, "Machine code for arguments of certain types, and a fallback."},
                                       {0, NULL}};

static PyType_Spec function_spec = {"kschwert_env.engine.jit.native.caller.Function", sizeof(Function), 0,
                                    Py_TPFLAGS_DEFAULT, function_slots};

/* -- bound functions ------------------------------------------------------------------------------------------- */

/* Call the code with another integer in the last place. */
static PyObject *call_bound(PyObject *object, PyObject *number)
{
    Bound *self = (Bound *)object;
    *self->free = PyLong_AsLongLong(number);
    if (*self->free == -1 && PyErr_Occurred())
        return NULL;
    self->overload->code(self->slots);
    return result_of(self->overload, self->slots);
}

/* Call the code, which writes integers into the last array and returns their number; return a list of them. */
static PyObject *list_bound(PyObject *object, PyObject *nothing)
{
    Bound *self = (Bound *)object;
    self->overload->code(self->slots);
    const int64_t *numbers = (const int64_t *)(intptr_t)self->free[-2]; /* data, shape, strides */
    Py_ssize_t count = (Py_ssize_t)self->slots[0];
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list != NULL && i < count; i++) {
        PyObject *number = PyLong_FromLongLong(numbers[i]);
        if (number == NULL || PyList_SetItem(list, i, number) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static void free_bound(PyObject *object)
{
    Bound *self = (Bound *)object;
    Py_XDECREF(self->function);
    Py_XDECREF(self->arguments);
    PyMem_Free(self->slots);
    free_object(object);
}

static PyMethodDef bound_methods[] = {{"call", call_bound, METH_O, "Call the code with this integer in the last place."},
                                      {"list", list_bound, METH_NOARGS, "List the integers that the code writes."},
                                      {NULL}};

static PyType_Slot bound_slots[] = {{Py_tp_dealloc, free_bound},
                                    {Py_tp_methods, bound_methods},
                                    {Py_tp_doc, "Machine code with its arguments, checked once."},
                                    {0, NULL}};

static PyType_Spec bound_spec = {"kschwert_env.engine.jit.native.caller.Bound", sizeof(Bound), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, bound_slots};

static PyTypeObject *function_type, *bound_type;

/* Return the function whose `call` this is, or NULL. */
static Function *function_of(PyObject *code)
{
    PyObject *self = PyCFunction_Check(code) ? PyCFunction_GetSelf(code) : NULL;
    return self != NULL && Py_TYPE(self) == function_type ? (Function *)self : NULL;
}

/* Bind a function to arguments; return a method of the `Bound`. */
static PyObject *bound_method(Function *function, PyObject *const *arguments, Py_ssize_t count, const char *method)
{
    int64_t slots[MOST_SLOTS], *end;
    const Overload *overload = match(function, arguments, count, slots, &end);
    if (overload == NULL) {
        PyErr_SetString(PyExc_TypeError, "no machine code for arguments of these types");
        return NULL;
    }
    Bound *self = (Bound *)PyType_GenericAlloc(bound_type, 0);
    if (self == NULL)
        return NULL;
    self->function = Py_NewRef((PyObject *)function);
    self->overload = overload;
    self->arguments = PyTuple_New(count);
    self->slots = PyMem_Malloc((end - slots) * sizeof(int64_t));
    if (self->arguments == NULL || self->slots == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; i < count; i++)
        PyTuple_SetItem(self->arguments, i, Py_NewRef(arguments[i]));
    memcpy(self->slots, slots, (end - slots) * sizeof(int64_t));
    self->free = self->slots + (end - slots) - 1;
    PyObject *bound = PyObject_GetAttrString((PyObject *)self, method);
    Py_DECREF(self);
    return bound;
}

static PyObject *bind(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    PyObject *examples[MOST_BOUND + 1] = {NULL};
    Function *function = count ? function_of(arguments[0]) : NULL;
    if (function == NULL || count > MOST_BOUND) {
        PyErr_SetString(PyExc_TypeError, "code and at most 8 arguments are expected");
        return NULL;
    }
    memcpy(examples, arguments + 1, (count - 1) * sizeof(PyObject *));
    examples[count - 1] = Py_False; /* an integer */
    return bound_method(function, examples, count, "call");
}

static PyObject *bind_list(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    Function *function = count ? function_of(arguments[0]) : NULL;
    if (function == NULL) {
        PyErr_SetString(PyExc_TypeError, "code is expected");
        return NULL;
    }
    return bound_method(function, arguments + 1, count - 1, "list");
}

/* -- module ---------------------------------------------------------------------------------------------------- */

/* Return the level of an x86-64 processor: 0, 2 or 3; 2 for other processors, which all run the baseline. */
static PyObject *level(PyObject *module, PyObject *nothing)
{
    long found = 2;
#if defined(__x86_64__)
    found = 0;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
        found = 2;
    if (found && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        found = 3;
#endif
    return PyLong_FromLong(found);
}

static PyMethodDef module_methods[] = {
    {"level", level, METH_NOARGS, "Return the level of the processor."},
    {"bind", (PyCFunction)(void (*)(void))bind, METH_FASTCALL,
     "Return code with all arguments but the last, an integer."},
    {"bind_list", (PyCFunction)(void (*)(void))bind_list, METH_FASTCALL,
     "Return a function that lists the integers that code writes into its last argument."},
    {NULL}};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "caller", "Calls machine code.", -1, module_methods};

PyMODINIT_FUNC PyInit_caller(void)
{
    import_array();
    PyObject *created = PyModule_Create(&module);
    function_type = (PyTypeObject *)PyType_FromSpec(&function_spec);
    bound_type = (PyTypeObject *)PyType_FromSpec(&bound_spec);
    if (created == NULL || function_type == NULL || bound_type == NULL)
        return NULL;
    if (PyModule_AddObjectRef(created, "Function", (PyObject *)function_type) < 0)
        return NULL;
    if (PyModule_AddStringConstant(created, "ENGINE", ENGINE) < 0) /* digest of the sources, defined on compilation */
        return NULL;
    return created;
}
