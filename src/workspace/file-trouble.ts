/** An error that looks like the system's own, for what only we can tell: a place that is not what was judged. */
export function fileTrouble(code: 'ESTALE' | 'EISDIR' | 'ELOOP' | 'EEXIST'): Error {
	return Object.assign(new Error(`${code}: the file is not what it was`), { code });
}
