import { useKept } from './kept.ts';
import { PersonChoice, type Self } from './person-choice.tsx';
import { Said, useAct } from './use-act.tsx';

/** The form for a new issue. */
export function NewIssue({ self }: { readonly self: Self }) {
	const [title, setTitle] = useKept('draft:new-title', '');
	const [body, setBody] = useKept('draft:new-body', '');
	const acting = useAct();
	const send = async (): Promise<void> => {
		if (self.person === undefined || title.trim() === '') return;
		if (!(await acting.start({ kind: 'open-issue', as: self.person.name, title, body }))) return;
		setTitle('');
		setBody('');
	};
	return (
		<form
			class="comment-box"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			<h2>Open a new issue</h2>
			<p class="soft">
				The new issue appears in the list. A comment that begins with a command of the bot starts a run.
			</p>
			<PersonChoice self={self} legend="Open as" />
			<label>
				Title
				<input value={title} dir="auto" required onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
			</label>
			<label>
				Description
				<textarea rows={6} value={body} dir="auto" onInput={({ currentTarget }) => setBody(currentTarget.value)} />
			</label>
			<div class="row">
				<button type="submit" class="main" disabled={acting.busy || title.trim() === ''}>
					Open issue
				</button>
				<Said acting={acting} />
			</div>
		</form>
	);
}
