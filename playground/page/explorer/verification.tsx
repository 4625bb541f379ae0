import { useState } from 'preact/hooks';
import type { Head } from '../../../src/journal/chain.ts';
import { readHead } from '../../../src/journal/published-head.ts';
import { grouped } from '../../../src/report/html/words.ts';
import type { OpenRun } from './open-run.ts';
import type { ContentsCheck } from './read-record.ts';
import { line } from './texts.ts';
import type { Tone } from './tones.ts';

interface Props {
	readonly run: OpenRun;
	readonly contents: ContentsCheck | undefined;
	readonly onHead: (head: Head) => void;
}

/** Shows whether the record is valid: its chain, its head and its contents. */
export function Verification({ run, contents, onHead }: Props) {
	const [tone, tag, sentence] = chainWords(run);
	const { end } = run.record;
	return (
		<section class={`verification ${tone}`} aria-labelledby="verification">
			<h2 id="verification">Verification</h2>
			<p role="status">
				<span class={`tag ${tone}`}>{tag}</span> {sentence}
			</p>
			{end.kind !== 'broken' && <Contents check={contents} />}
			{end.kind !== 'broken' && (
				<p class="soft">
					Head: <code>{`${end.head.count}:${end.head.hash}`}</code>
				</p>
			)}
			<HeadForm onHead={onHead} />
		</section>
	);
}

function chainWords({ record, head, trusted }: OpenRun): readonly [tone: Tone, tag: string, sentence: string] {
	const { end } = record;
	switch (end.kind) {
		case 'broken':
			return [
				'bad',
				'broken',
				`Line ${grouped(end.line)}: ${line(end.why, 300)}. Do not trust this line or any line after it. The page shows the ${grouped(trusted.length)} lines before it.`,
			];
		case 'torn':
			return [
				'ask',
				'torn',
				`The hash chain of ${grouped(end.lines)} lines is intact. The last line is incomplete: a job was interrupted, or the file was cut.`,
			];
		case 'whole':
			return head === undefined
				? [
						'ask',
						'intact, not anchored',
						`The hash chain of ${grouped(end.lines)} lines is intact. Lines could be missing at its end: give the published head to rule that out.`,
					]
				: ['good', 'verified', `All ${grouped(end.lines)} lines are exactly as published.`];
	}
}

function Contents({ check }: { readonly check: ContentsCheck | undefined }) {
	if (check === undefined) return <p class="soft">Comparing the contents with their names…</p>;
	switch (check.kind) {
		case 'none':
			return <p class="soft">The contents (blobs/) are not in this record, so only their beginnings can be shown.</p>;
		case 'whole':
			return (
				<p>Every content that the journal names is here. All {grouped(check.count)} have the hash in their name.</p>
			);
		case 'bad':
			return (
				<p role="alert">
					<span class="tag bad">contents differ</span> {line(check.file, 200)}: {line(check.why, 300)}.
				</p>
			);
	}
}

function HeadForm({ onHead }: Pick<Props, 'onHead'>) {
	const [fault, setFault] = useState(false);
	const submit = (event: SubmitEvent): void => {
		event.preventDefault();
		if (!(event.target instanceof HTMLFormElement)) return;
		const text = String(new FormData(event.target).get('head') ?? '').trim();
		const head = headIn(text);
		setFault(head === undefined);
		if (head !== undefined) onHead(head);
	};
	return (
		<form class="head-form" onSubmit={submit}>
			<label for="head">Published head</label>
			<input
				id="head"
				name="head"
				class="mono"
				placeholder="lines:sha256"
				autoComplete="off"
				spellcheck={false}
				aria-describedby="head-help"
				aria-invalid={fault}
			/>
			<button type="submit">Check the head</button>
			<p id="head-help" class={fault ? 'fault' : 'soft'} role={fault ? 'alert' : undefined}>
				{fault ? 'This is not <lines>:<sha256>. ' : ''}The run publishes it in the last line of its comment. Take it
				from there, not from the record.
			</p>
		</form>
	);
}

function headIn(text: string): Head | undefined {
	try {
		return readHead(text);
	} catch {
		// The form says what is wrong.
		return undefined;
	}
}
