import { firstNamed } from '../../core/index.ts';
import { fenced, span } from '../text/markdown.ts';

/** Where a person can get a patch. */
export type PatchPlace =
	| {
			readonly kind: 'artifact';
			/** `owner/name`, with the host before it if the host is not github.com. */
			readonly repository: string;
			readonly workflowRun: string;
			readonly artifact: string;
			readonly file: string;
	  }
	| { readonly kind: 'disk'; readonly path: string };

/** A patch of changes that were not delivered. */
export interface KeptPatch {
	readonly place: PatchPlace;
	/** The commit to which the patch applies. */
	readonly baseSha: string;
	/** GitHub found a secret in the patch. */
	readonly isSuspect: boolean;
	/** The files in the patch that nobody approved, because their delivery was denied or blocked. */
	readonly unapproved: readonly string[];
}

/** Returns the text about kept changes: where the patch is, and the command that applies it. */
export function keptWords({ place, baseSha, isSuspect, unapproved }: KeptPatch): string {
	const where =
		place.kind === 'artifact' ? ` It is the file ${span(place.file)} in the artifact ${span(place.artifact)}.` : '';
	const suspect = isSuspect ? ' GitHub found a secret in the patch: remove the secret before you push.' : '';
	return [
		'**The changes are kept as a patch.** To commit them in a clone of this repository:',
		fenced(commandOf(place), 'sh'),
		`<sub>The patch applies to commit ${span(baseSha.slice(0, 12))}.${where}${suspect}</sub>`,
		...unapprovedWords(unapproved),
	].join('\n\n');
}

/** Threat: a person trusts and applies a patch, although it contains changes that a maintainer denied. */
function unapprovedWords(paths: readonly string[]): readonly string[] {
	if (paths.length === 0) return [];
	const named = firstNamed(paths.map(span));
	return [`⚠️ Nobody approved the delivery of ${named}. Read the patch before you apply it.`];
}

/** Returns the text that explains why there is no patch. */
export function notKeptWords(why: string): string {
	return `**The changes are not kept as a patch:** ${why}`;
}

function commandOf(place: PatchPlace): string {
	if (place.kind === 'disk') return `git am -3 '${place.path.replaceAll("'", "'\\''")}'`;
	const { repository, workflowRun, artifact, file } = place;
	const folder = `../${artifact}`;
	return `gh run download ${workflowRun} --repo ${repository} --name ${artifact} --dir ${folder} && git am -3 ${folder}/${file}`;
}
