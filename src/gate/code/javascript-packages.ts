import { alike, type Call, type Done, type Language } from './language.ts';

/** `rm('-rf', 'a', 'b')` of shelljs. */
function remove({ args }: Call): Done {
	const paths = args.flatMap((one) => one.items ?? [one]).filter((one) => one.text?.startsWith('-') !== true);
	return { uses: paths.map((path) => ['delete-tree', path]) };
}

/** `execa('rm', ['-rf', 'a'])` */
function execa({ args: [program = {}, list] }: Call): Done {
	const rest = list === undefined || list.entries !== undefined ? [] : (list.items ?? [{}]);
	return { uses: [['argv', { items: [program, ...rest] }]] };
}

/** Well-known packages that start programs or delete files. Their other effects at loading are unknown. */
export const packages: Language['rows'] = {
	...alike('zx.$ bun.$ execa.$ execa.execaCommand execa.execaCommandSync shelljs.exec', 'shell'),
	...alike('execa execa.execa execa.execaSync execa.sync cross-spawn cross-spawn.sync cross-spawn.spawn', execa),
	'shelljs.rm': remove,
	...alike('shelljs.cat', 'read...'),
	...alike('rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync rimraf.native del del.sync', 'delete-tree...'),
	...alike('fs-extra.remove fs-extra.removeSync fs-extra.emptyDir fs-extra.emptyDirSync', 'delete-tree'),
};
