import { shellText } from '../carried.ts';
import { type Finding, type Invocation, opaque, privilege, secret } from '../program.ts';
import { pathOf, reads, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant, spell, type Word } from '../word.ts';

/** A directory of this machine that is visible in a container. */
interface Mount {
	readonly source: Word;
	readonly target: string;
	readonly isReadOnly: boolean;
}

const machinePaths = /^(\/|\/(etc|root|home|var|proc|sys|dev|boot|usr|run|bin|lib|opt|srv)(\/.*)?|.*docker\.sock)$/;

/** Reports rights on the machine that a container gets, and secrets of the environment that are passed to it. */
export function rightsOf(it: Invocation): readonly Finding[] {
	const isMachine = (name: string, pattern: RegExp) => it.values(name).some((word) => pattern.test(word.text));
	const rights =
		it.options.some(({ name, value }) => name === '--privileged' && value?.text !== 'false') ||
		['--pid', '--net', '--network', '--ipc', '--uts', '--userns', '--cgroupns'].some((name) =>
			isMachine(name, /^host$/),
		) ||
		isMachine('--cap-add', /^(all|(cap_)?sys_|(cap_)?dac_|(cap_)?net_admin)/i) ||
		isMachine('--security-opt', /unconfined|disable/) ||
		isMachine('--device', /^\/dev\/(?!(null|zero|fuse|dri|kvm|net))/);
	const passed = it.values('-e', '--env').flatMap((word) => (isSecretName(word.text) ? [secret(`$${word.text}`)] : []));
	return [...(rights ? [privilege('runs a container with the rights of the machine')] : []), ...passed];
}

/**
 * Judges mounts. A mounted folder is read and, unless it is read-only, written. The
 * container's command is also judged if it touches a mount.
 */
export function mounted(it: Invocation, command: readonly Word[]): readonly Finding[] {
	const mounts = mountsOf(it);
	const found = mounts.flatMap((mount) => mountFindings(mount, it));
	const entry = it.values('--entrypoint');
	const line = judgedLine(
		[...entry, ...command],
		mounts.filter((mount) => !mount.isReadOnly),
		it,
	);
	return line === undefined ? found : [...found, shellText(line)];
}

/** Judges the input of a shell in a container, because it can change mounted folders. */
export function fedInside(it: Invocation): readonly Finding[] {
	const text = it.stdin?.text;
	const writable = mountsOf(it).filter((mount) => !mount.isReadOnly);
	return text === undefined || writable.length === 0 ? [] : [shellText(translated(text, writable, it))];
}

function mountsOf(it: Invocation): readonly Mount[] {
	return [...it.values('-v', '--volume').flatMap(readVolume), ...it.values('--mount').flatMap(readMount)];
}

function mountFindings({ source, isReadOnly }: Mount, it: Invocation): readonly Finding[] {
	const path = pathOf(source, it.scope);
	if (machinePaths.test(source.text) && path !== '.' && path?.startsWith('/') !== false && !isInside(path, it))
		return [privilege('mounts the machine into a container')];
	if (path === undefined) return [opaque('what is mounted cannot be known')];
	return isReadOnly
		? reads(source, it.scope)
		: [...writes(source, it.scope), ...reads(source, it.scope).filter(isSecret)];
}

function isInside(path: string | undefined, { scope }: Invocation): boolean {
	return path !== undefined && (!path.startsWith('/') || path === scope.facts.root);
}

const isSecret = (finding: Finding) => finding.find === 'effect' && finding.effect.kind === 'secret.read';

/** Reads `source:target[:options]`. A source that is not a path names a volume. */
function readVolume(word: Word): readonly Mount[] {
	const [, source = '', target = '', options = ''] = /^([^:]*):([^:]*)(?::(.*))?$/.exec(word.text) ?? [];
	if (!/^[./~$]/.test(source)) return [];
	const known = word.known || word.prefix.length > source.length;
	return [
		{
			source: { ...constant(source), known, prefix: known ? source : '' },
			target,
			isReadOnly: /(^|,)ro(,|$)/.test(options),
		},
	];
}

function readMount(word: Word): readonly Mount[] {
	const source = /(?:^|,)(?:src|source)=([^,]+)/.exec(word.text)?.[1];
	const target = /(?:^|,)(?:dst|target|destination)=([^,]+)/.exec(word.text)?.[1];
	if (source === undefined || target === undefined || /type=(volume|tmpfs)/.test(word.text)) return [];
	if (!/^[./~$]/.test(source)) return [];
	return [
		{
			source: { ...constant(source), known: word.known, prefix: word.known ? source : '' },
			target,
			isReadOnly: /(^|,)(ro|readonly)(,|=true|$)/.test(word.text),
		},
	];
}

/** Represents the paths of a container that are not on this machine. */
const elsewhere = '/tmp/in-a-container';

/** Returns the command with paths of this machine in place of the container's paths. Returns undefined if it touches no mount. */
function judgedLine(command: readonly Word[], mounts: readonly Mount[], it: Invocation): string | undefined {
	if (command.length === 0 || mounts.length === 0 || !command.every((word) => word.known)) return undefined;
	const workdir = it.values('-w', '--workdir')[0]?.text ?? '/';
	const texts = command.map((word) => translated(word.text, mounts, it));
	const place = translated(workdir, mounts, it);
	const isTouched =
		place !== `${elsewhere}${workdir}` || texts.some((text, i) => text !== moved(command[i]?.text ?? ''));
	if (!isTouched) return undefined;
	return `cd ${spell(constant(place))} && ${texts.map((text) => spell(constant(text))).join(' ')}`;
}

const absolute = /(?<![\w.~:/*$-])\/(?!\/)[^\s'"`;&|<>()]*/g;

function moved(text: string): string {
	return text.replace(absolute, (path) => `${elsewhere}${path}`);
}

function translated(text: string, mounts: readonly Mount[], { scope }: Invocation): string {
	return text.replace(absolute, (path) => {
		// A folder above the mount point contains the mounted folder.
		const above = mounts.find(
			({ target }) => /^\/\**$/.test(path) || target === path || target.startsWith(`${path.replace(/\/+\**$/, '')}/`),
		);
		const below = mounts.find(({ target }) => path.startsWith(`${target.replace(/\/+$/, '')}/`));
		const mount = below ?? above;
		if (mount === undefined) return `${elsewhere}${path}`;
		const source = mount.source.text.startsWith('/') ? mount.source.text : `${scope.cwd ?? ''}/${mount.source.text}`;
		return below === undefined ? source : `${source}${path.slice(mount.target.replace(/\/+$/, '').length)}`;
	});
}
