import posix from 'path-browserify';

/** `node:path` in a browser. Code without input and output uses only its POSIX half. */
export { posix };
