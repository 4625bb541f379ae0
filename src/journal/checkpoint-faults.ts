import { CountersignError, type FailureCode } from '../core/index.ts';

/** Why a checkpoint is refused. */
export type CheckpointFault = Extract<FailureCode, `checkpoint-${string}` | `state-key-${string}`>;

const look = 'Look who wrote to the refs of countersign, and start the run again with a new /agent comment.';

const withKey =
	'Give the step the key that the run was started with (`state-key`, `bot` or the key of the model provider)';

const rows: Readonly<Record<CheckpointFault, { readonly said: string; readonly fix: string }>> = {
	'checkpoint-forged': { said: 'The saved state of this run was changed by something else', fix: look },
	'checkpoint-truncated': { said: 'A part of the saved state of this run is missing', fix: look },
	'checkpoint-rolled-back': { said: 'The saved state of this run is older than what the run has published', fix: look },
	'checkpoint-foreign': { said: 'The saved state of this run belongs to something else', fix: look },
	'checkpoint-too-large': {
		said: 'The saved state of this run is larger than what is taken',
		fix: 'Start the run again with a new /agent comment, in smaller steps; keep large files out of the checkout or in .gitignore.',
	},
	'checkpoint-unsealed': {
		said: 'The saved state of this run is not sealed, and this job has a key to seal with',
		fix: 'Start it again with a new /agent comment: an earlier version saved it, or a job without the key. If neither is so, look who wrote to the refs of countersign.',
	},
	'state-key-missing': {
		said: 'The saved state of this run is sealed, and this job has no key',
		fix: `${withKey}, or start the run again with a new /agent comment.`,
	},
	'state-key-wrong': {
		said: 'The saved state of this run is sealed with another key',
		fix: `${withKey}, or start the run again with a new /agent comment.`,
	},
};

/** Creates the error for a refused checkpoint. */
export function checkpointFault(code: CheckpointFault, why: string): CountersignError {
	const { said, fix } = rows[code];
	return new CountersignError({ code, message: `${said}: ${why}.`, fix });
}
