import { nearFile } from '../declared.ts';
import { data, effect, type Finding, type Invocation, opaque, role, type Subcommand, verbs } from '../program.ts';
import { transport } from '../settings.ts';
import type { Word } from '../word.ts';
import { mayHave, surelyHas } from './git-options.ts';
import { remote as remoteOf } from './git-remotes.ts';

/** Subcommands that send data to a remote. */
export const gitPush = (): readonly Subcommand[] => [
	verbs('push', {
		options: {
			...data('-o --push-option --recurse-submodules --repo'),
			...role('shell', '--receive-pack --exec'),
		},
		also: push,
	}),
	verbs('send-pack http-push', {
		also: (it) => [effect({ kind: 'git.push', remote: it.operands[0]?.text ?? 'a remote', ref: '*', force: true })],
	}),
	verbs('request-pull', {
		also: (it) => it.operands.slice(1, 2).flatMap((word) => remoteOf(word, it)),
	}),
];

/** Judges `git push [options] [remote [refspec…]]`: which refs of the remote change, and whether history may be lost. */
function push(it: Invocation): readonly Finding[] {
	if (surelyHas(it, '-n --dry-run')) return [effect({ kind: 'network', host: 'a remote' })];
	const [given, ...refspecs] = it.operands;
	const remote = it.values('--repo')[0]?.text ?? given?.text ?? 'origin';
	const isForced = mayHave(it, '-f --force --force-with-lease --force-if-includes --mirror --prune');
	const deletes = mayHave(it, '-d --delete');
	const pushed = (ref: string, force: boolean): Finding => effect({ kind: 'git.push', remote, ref, force });
	if (mayHave(it, '--mirror --all --branches --prune')) return [pushed('*', isForced)];
	const ran = given === undefined ? [] : transport(given.text);
	if (ran.length > 0) return ran;
	const tags = mayHave(it, '--tags') ? [pushed('tags', isForced)] : [];
	if (refspecs.length === 0) return tags.length > 0 ? tags : [pushed(currentBranch(it), isForced)];
	const refs = refspecs.flatMap((word) => {
		const { ref, force } = readRefspec(word, deletes, it);
		const unknown = word.known ? [] : [opaque('which ref is pushed cannot be known')];
		return [pushed(ref, isForced || force), ...unknown];
	});
	return [...tags, ...refs];
}

/** Reads a refspec, `[+]source[:target]`. An empty source deletes the target. */
function readRefspec(word: Word, deletes: boolean, it: Invocation): { readonly ref: string; readonly force: boolean } {
	const spec = word.text.replace(/^\+/, '');
	const [source = '', target] = word.known ? spec.split(':') : [spec];
	const short = shortRef(target ?? source);
	const ref = short === 'HEAD' || short === '@' ? currentBranch(it) : short;
	const drops = deletes || (target !== undefined && source === '');
	return { ref: drops ? `:${ref}` : ref, force: drops || word.text.startsWith('+') };
}

function shortRef(ref: string): string {
	return ref.replace(/^refs\/heads\//, '').replace(/^heads\//, '');
}

/** Returns the branch that is checked out, from `.git/HEAD`. */
function currentBranch(it: Invocation): string {
	const head = nearFile({ ...it.scope, cwd: it.scope.facts.root }, ['.git/HEAD'])?.text;
	return /^ref: refs\/heads\/(.+)$/m.exec(head ?? '')?.[1] ?? 'HEAD';
}
