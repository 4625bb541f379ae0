import posix from 'path-browserify';

/** `node:path` in a browser. The pure rooms use its POSIX half only. */
export { posix };
