import { useEffect } from 'preact/hooks';
import type { RunView, ThreadView } from '../../protocol.ts';
import { Diff } from '../parts/diff.tsx';
import type { Inside } from '../parts/inside.ts';
import { plainLine, plainText } from '../parts/plain-text.ts';
import { Checks } from './checks.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentCard } from './comment-card.tsx';
import type { Self } from './person-choice.tsx';
import { StateIcon } from './state-icon.tsx';
import { offeredAnswers, threadWord } from './words.ts';

interface ThreadProps {
	readonly thread: ThreadView;
	/** The comment that the address names. */
	readonly comment: number | undefined;
	readonly run: RunView | undefined;
	readonly self: Self;
	readonly inside: Inside;
}

/** An issue or a pull request as a person reads it on GitHub. */
export function Thread({ thread, comment: named, run, self, inside }: ThreadProps) {
	const { author, body, createdAt, comments, checks, diff, number } = thread;
	const opening = { author, body, createdAt, kind: 'person', association: '' } as const;
	useEffect(() => {
		if (named !== undefined) document.getElementById(`comment-${named}`)?.scrollIntoView();
	}, [named]);
	return (
		<>
			<ThreadHead thread={thread} />
			<CommentCard comment={opening} verb="opened this" inside={inside} />
			{diff !== undefined && (
				<section aria-labelledby="changes">
					<h3 id="changes">Changed files</h3>
					<Diff text={diff} />
				</section>
			)}
			{comments.map((comment) => (
				<CommentCard
					key={comment.id}
					comment={comment}
					verb={comment.place === undefined ? 'commented' : 'reviewed'}
					inside={inside}
				/>
			))}
			<Checks checks={checks} self={self} inside={inside} />
			<CommentBox key={number} thread={number} self={self} answers={offeredAnswers(thread.run, run?.calls ?? [])} />
		</>
	);
}

function ThreadHead({ thread }: { readonly thread: ThreadView }) {
	const { title, number, labels, branch, draft, state } = thread;
	const tone = draft && state === 'open' ? 'draft' : state;
	return (
		<header class="thread-head">
			<h2 class="thread-title">
				<bdi>{plainLine(title, 300)}</bdi> <span class="thread-number">#{number}</span>
			</h2>
			<p class="thread-facts-line">
				<span class={`state ${tone}`}>
					<StateIcon thread={thread} />
					<span aria-hidden="true">{threadWord(thread)}</span>
				</span>
				{labels.map((label) => (
					<span key={label} class="label">
						<bdi>{plainLine(label, 60)}</bdi>
					</span>
				))}
				{branch !== undefined && (
					<span class="soft">
						<code>{plainText(branch.head)}</code> into <code>{plainText(branch.base)}</code>, at{' '}
						<code>{branch.sha.slice(0, 9)}</code>
					</span>
				)}
			</p>
		</header>
	);
}
