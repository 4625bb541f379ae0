/** Makes an error like the system's own, for a path where there is now something else than the gate judged. */
export function fileTrouble(code: 'ESTALE' | 'EISDIR' | 'ELOOP' | 'EEXIST'): Error {
	return Object.assign(new Error(`${code}: the file is not what it was`), { code });
}
