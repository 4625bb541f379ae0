import { alike, type Call, type Done, type Language, under } from './language.ts';
import { filesOf, type Value } from './value.ts';
import { argumentTokens, isWrittenFunction } from './written-functions.ts';

/** Returns the object with the options among the arguments. */
export const optionsOf = ({ args }: Call): Value | undefined => args.find((value) => value.entries !== undefined);

/** Returns whether an option is given and not false. */
export function isTrue(value: Value | undefined): boolean {
	return value !== undefined && value.name !== 'false' && value.name !== 'undefined';
}

/** `rm(path, {recursive: true})` */
export function remove(call: Call): Done {
	const isRecursive = isTrue(optionsOf(call)?.entries?.get('recursive'));
	return { uses: [[isRecursive ? 'delete-tree' : 'delete', call.args[0] ?? {}]] };
}

/** Returns a doubt if the options after the first arguments are unknown. A function that is written at the end is a callback. */
export function unknownOptions({ args, source }: Call, from: number): Pick<Done, 'doubt'> {
	const written = argumentTokens(source);
	const isCalled = written.length === args.length && isWrittenFunction(written.at(-1) ?? []);
	const isKnown = ({ text: own, items, entries, name, unsure }: Value) =>
		unsure !== true && (own ?? items ?? entries ?? (/^(undefined|null)$/.test(name ?? '') || undefined)) !== undefined;
	const isOdd = args.slice(from, isCalled ? -1 : undefined).some((value) => !isKnown(value));
	return isOdd ? { doubt: 'options that cannot be known' } : {};
}

/** Reads a file. Threat: with a flag for writing, the same call empties it. */
function read(call: Call): Done {
	const options = optionsOf(call)?.entries;
	const flag = options?.get('flag') ?? options?.get('flags');
	const isRead = flag === undefined || /^rs?$/.test(flag.text ?? '');
	return { uses: [[isRead ? 'read' : 'write', call.args[0] ?? {}]], ...unknownOptions(call, 1) };
}

/** Returns the functions of a module for files, under the name of the module. */
export const files = (prefix: string): Language['rows'] => ({
	...alike(under(prefix, 'rmSync rm rmdir rmdirSync').join(' '), remove),
	...alike(under(prefix, 'unlink unlinkSync').join(' '), 'delete'),
	...alike(
		under(
			prefix,
			'writeFile writeFileSync appendFile appendFileSync createWriteStream mkdir mkdirSync truncate truncateSync chmod chmodSync utimes utimesSync',
		).join(' '),
		'write',
	),
	...alike(under(prefix, 'readlink readlinkSync').join(' '), 'read'),
	...alike(under(prefix, 'readFile readFileSync createReadStream').join(' '), read),
	...alike(under(prefix, 'readdir readdirSync').join(' '), ({ args: [path] }) => ({
		uses: [['list', path ?? {}]],
		gives: { each: { among: '*' } },
	})),
	...alike(under(prefix, 'glob globSync').join(' '), ({ args: [pattern] }) => ({
		uses: [['list', pattern ?? {}]],
		gives: filesOf(pattern ?? {}),
	})),
	...alike(under(prefix, 'opendir opendirSync').join(' '), 'list'),
	...alike(under(prefix, 'copyFile copyFileSync link linkSync').join(' '), 'read write'),
	...alike(under(prefix, 'cp cpSync symlink symlinkSync').join(' '), 'read-tree write'),
	...alike(under(prefix, 'rename renameSync').join(' '), 'delete write'),
	...alike(under(prefix, 'open openSync').join(' '), ({ args: [path, flags] }) => ({
		uses: [[flags === undefined || /^rs?$/.test(flags.text ?? '') ? 'read' : 'write', path ?? {}]],
	})),
});
