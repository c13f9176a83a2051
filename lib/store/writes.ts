/**
 * How often arrays were written in place. Libraries keep answers about an array's contents (a mask's) and use them again while the count
 * is the same; an operation that writes to an array that its caller holds adds to it.
 */
export const writes = { count: 0 };
