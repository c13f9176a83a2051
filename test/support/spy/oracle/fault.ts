/** A log that cannot be carried out, or is not carried out as the program says. */
export class Fault extends Error {}
