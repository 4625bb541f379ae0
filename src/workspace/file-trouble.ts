/** Returns an error in the form of a system error, for a path that changed after the gate had judged it. */
export function fileTrouble(code: 'ESTALE' | 'EISDIR' | 'ELOOP' | 'EEXIST'): Error {
	return Object.assign(new Error(`${code}: the file is not what it was`), { code });
}
