import { sha256, standingPath } from '../../core/index.ts';
import { type ProposedFile, proposeFile } from '../../job/index.ts';
import { type Connection, connected } from '../connection.ts';
import type { SuggestedRule } from './suggested-rules.ts';

/** The path of the proposed file. No program loads this folder by itself, so the file is used only after the configuration names it. */
const path = '.github/policies/suggested.yml';

export interface SuggestedFile {
	readonly rules: readonly SuggestedRule[];
	/** The policy file, with its comments. */
	readonly text: string;
	/** A sentence that says how often people were asked. */
	readonly asked: string;
}

/**
 * Opens a draft pull request with suggested rules. The same rules are proposed only once, even if that pull request was closed.
 * @throws CountersignError `bad-input` without a repository or a token, and GitHub's refusals.
 */
export async function openSuggestion(file: SuggestedFile, connection: Connection): Promise<ProposedFile> {
	const items = file.rules.flatMap((rule) => [rule.action, ...rule.items]);
	const name = `suggested-${sha256(items.join('\n')).slice(0, 12)}`;
	return proposeFile(await connected(connection), {
		path,
		name,
		write: (free) => ({ ...words(file, free), text: `${file.text}\n` }),
	});
}

function words({ rules, asked }: SuggestedFile, file: string) {
	const allowing = rules.filter(({ action }) => action === 'allow').length;
	const denying = rules.length - allowing;
	const count = rules.length === 1 ? 'a rule' : `${rules.length} rules`;
	const title = `Suggest ${count} from answers that maintainers always gave`;
	const body = [
		`${asked} \`countersign policy suggest\` wrote ${count} for calls that always got the same answer, with calls from those runs as examples. \`countersign policy test ${file}\` tests them.`,
		'**Merging this applies nothing.** To use the rules:',
		...(denying === 0
			? []
			: [
					`A run loads the rules that deny (${denying}) when \`.github/countersign.yml\` names the file:\n\n\`\`\`yaml\npolicies:\n  - ${file}\n\`\`\``,
				]),
		...(allowing === 0
			? []
			: [
					`Move the rules that allow (${allowing}) to \`${standingPath}\`, below its \`rules:\`. A policy cannot allow a call that needs approval by another policy, but a standing approval can.`,
				]),
		'If you close this pull request, nothing changes, and the same rules are not proposed again.',
	];
	return { title, body: body.join('\n\n'), message: title };
}
