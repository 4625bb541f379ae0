import { useState } from 'preact/hooks';

/** A state that survives a reload of this tab, such as the draft of a comment. */
export function useKept(key: string, otherwise: string): readonly [string, (value: string) => void] {
	const name = `countersign-threads:${key}`;
	const [held, setHeld] = useState(() => ({ name, value: sessionStorage.getItem(name) ?? otherwise }));
	const current = held.name === name ? held : { name, value: sessionStorage.getItem(name) ?? otherwise };
	return [
		current.value,
		(value) => {
			if (value === otherwise) sessionStorage.removeItem(name);
			else sessionStorage.setItem(name, value);
			setHeld({ name, value });
		},
	];
}
