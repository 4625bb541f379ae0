/** The program's version, as the journal's header records it. A test holds it against package.json. */
export const version = '0.1.0';
