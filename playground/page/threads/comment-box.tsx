import { useRef } from 'preact/hooks';
import { useKept } from './kept.ts';
import { PersonChoice, type Self } from './person-choice.tsx';
import { Said, useAct } from './use-act.tsx';

interface CommentBoxProps {
	readonly thread: number;
	readonly self: Self;
	/** Possible answers. A click fills one in, but does not send it. */
	readonly answers: readonly string[];
}

/** The box for a new comment. A draft survives a reload. */
export function CommentBox({ thread, self, answers }: CommentBoxProps) {
	const [draft, setDraft] = useKept(`draft:${thread}`, '');
	const box = useRef<HTMLTextAreaElement>(null);
	const acting = useAct();
	const send = async (): Promise<void> => {
		if (self.person === undefined || draft.trim() === '') return;
		if (await acting.start({ kind: 'comment', as: self.person.name, thread, body: draft })) setDraft('');
	};
	const fill = (answer: string): void => {
		setDraft(draft.trim() === '' ? answer : `${draft.trimEnd()}\n${answer}`);
		box.current?.focus();
	};
	return (
		<form
			class="comment-box"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			<h3>Add a comment</h3>
			<PersonChoice self={self} legend="Comment as" />
			{answers.length > 0 && (
				<fieldset class="answers">
					<legend>Fill in an answer</legend>
					{answers.map((answer) => (
						<button key={answer} type="button" onClick={() => fill(answer)}>
							<code>{answer.trim().replace(/because$/, 'because …')}</code>
						</button>
					))}
				</fieldset>
			)}
			<textarea
				ref={box}
				rows={4}
				aria-label="Comment"
				placeholder="Markdown, or a command such as /agent fix this"
				value={draft}
				dir="auto"
				onInput={({ currentTarget }) => setDraft(currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
				}}
			/>
			<div class="row">
				<button type="submit" class="main" disabled={acting.busy || draft.trim() === ''}>
					Comment as {self.person?.name}
				</button>
				<Said acting={acting} />
			</div>
		</form>
	);
}
