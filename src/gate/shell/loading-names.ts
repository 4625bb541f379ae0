import type { Word } from './word.ts';

const parts = new Set(
	'plugin plugins preset presets require import imports preload loader loaders reporter reporters format formatter formatters processor preprocessor postprocessor resolver runner provider pool parser transform transformer transforms environment setup teardown bootstrap hook hooks rulesdir extension executable interpreter python command cmd exec compiler linker launcher wrapper driver syntax library program shell'.split(
		' ',
	),
);

/** Whether the name of an option says that its value is a program, or code that is loaded; its last part may be cut short. */
export function namesCode(option: string): boolean {
	const words = option
		.replace(/([a-z])([A-Z])/g, '$1-$2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter((word) => word !== '');
	const last = words.at(-1) ?? '';
	return words.some((word) => parts.has(word)) || (last.length > 2 && [...parts].some((part) => part.startsWith(last)));
}

/** Whether a value names a file that may be code: by its ending, or by a path without one. The programs of the machine are what any command may start. */
export function isCodePath({ text, known }: Word): boolean {
	if (!known || !/^[\w@.~/+-]+$/.test(text) || /^\/(usr\/(local\/)?)?s?bin\//.test(text)) return false;
	return (
		/[\w-]\.([cm]?[jt]sx?|py|rb|php|pl|lua|sh|so|dylib|dll|jar|node|wasm|exs?)$/.test(text) ||
		/^(\.{0,2}|~)\/([^.]|\.\/|\.\.\/)*$/.test(text)
	);
}
