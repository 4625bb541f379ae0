import type { ThreadCard } from '../../protocol.ts';
import { plainLine } from '../parts/plain-text.ts';
import { Tag } from '../parts/tag.tsx';
import { placeLink } from './place.ts';
import { StateIcon } from './state-icon.tsx';
import { runWord } from './words.ts';

interface ThreadListProps {
	readonly threads: readonly ThreadCard[];
	readonly shown: number | 'new' | undefined;
	/** Called when the visitor opens a thread. */
	readonly open: () => void;
}

/** All issues and pull requests of the repository. */
export function ThreadList({ threads, shown, open }: ThreadListProps) {
	return (
		<section aria-labelledby="threads">
			<h2 id="threads" class="column-title">
				Issues and pull requests
			</h2>
			<ul class="thread-list">
				{threads.map((thread) => (
					<li key={thread.number}>
						<a
							class="thread-link"
							onClick={open}
							href={placeLink({ thread: thread.number })}
							aria-current={thread.number === shown ? 'true' : undefined}
						>
							<StateIcon thread={thread} />
							<span>
								<bdi class="title">{plainLine(thread.title, 120)}</bdi>{' '}
								<span class="thread-facts">
									#{thread.number} · {thread.commentCount} {thread.commentCount === 1 ? 'comment' : 'comments'}
								</span>{' '}
								{thread.run && <Tag {...runWord(thread.run)} pulse={thread.run.status === 'running'} />}
							</span>
						</a>
					</li>
				))}
			</ul>
			<p>
				<a onClick={open} href={placeLink({ thread: 'new' })} aria-current={shown === 'new' ? 'true' : undefined}>
					Open a new issue
				</a>
			</p>
		</section>
	);
}
