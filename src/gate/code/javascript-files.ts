import { alike, type Call, type Done, type Language, under } from './language.ts';
import { filesOf, type Value } from './value.ts';

/** The object of options among the arguments. */
export const optionsOf = ({ args }: Call): Value | undefined => args.find((value) => value.entries !== undefined);

/** Whether an option is given and not false. */
export function isTrue(value: Value | undefined): boolean {
	return value !== undefined && value.name !== 'false' && value.name !== 'undefined';
}

/** `rm(path, {recursive: true})` */
export function remove(call: Call): Done {
	const isRecursive = isTrue(optionsOf(call)?.entries?.get('recursive'));
	return { uses: [[isRecursive ? 'delete-tree' : 'delete', call.args[0] ?? {}]] };
}

/** The functions of a module of files, under its name. */
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
	...alike(under(prefix, 'readFile readFileSync createReadStream readlink readlinkSync').join(' '), 'read'),
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
