/** The program's version, as the journal's header records it. A test compares it with package.json. */
export const version = '0.1.0';
