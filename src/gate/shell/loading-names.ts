import type { Word } from './word.ts';

const parts = new Set(
	'plugin plugins preset presets require import imports preload loader loaders reporter reporters format formatter formatters processor preprocessor postprocessor resolver runner provider pool parser transform transformer transforms environment setup teardown bootstrap hook hooks rulesdir extension executable interpreter python command cmd exec compiler linker launcher wrapper driver syntax library program shell'.split(
		' ',
	),
);

/** Returns whether an option's name suggests that its value is a program or code to load. The last part of the name may be shortened. */
export function namesCode(option: string): boolean {
	const words = option
		.replace(/([a-z])([A-Z])/g, '$1-$2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter((word) => word !== '');
	const last = words.at(-1) ?? '';
	return words.some((word) => parts.has(word)) || (last.length > 2 && [...parts].some((part) => part.startsWith(last)));
}

/**
 * Returns whether a value may be a file with code, by its ending or because its path has no ending. Programs in system folders are
 * excluded, because any command may start them.
 */
export function isCodePath({ text, known }: Word): boolean {
	if (!known || !/^[\w@.~/+-]+$/.test(text) || /^\/(usr\/(local\/)?)?s?bin\//.test(text)) return false;
	return (
		/[\w-]\.([cm]?[jt]sx?|py|rb|php|pl|lua|sh|so|dylib|dll|jar|node|wasm|exs?)$/.test(text) ||
		/^(\.{0,2}|~)\/([^.]|\.\/|\.\.\/)*$/.test(text)
	);
}
