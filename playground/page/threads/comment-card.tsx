import type { CommentView } from '../../protocol.ts';
import type { Inside } from '../parts/inside.ts';
import { Markdown } from '../parts/markdown.tsx';
import { Moment } from '../parts/moment.tsx';
import { plainLine, plainText } from '../parts/plain-text.ts';

const associations: Readonly<Record<string, string>> = {
	OWNER: 'Owner',
	MEMBER: 'Member',
	COLLABORATOR: 'Collaborator',
	CONTRIBUTOR: 'Contributor',
};

type Shown = Pick<CommentView, 'author' | 'kind' | 'association' | 'body' | 'createdAt'> &
	Partial<Pick<CommentView, 'id' | 'editedBy' | 'reactions' | 'place'>>;

/** One comment as GitHub shows it, or the text that opens a thread. */
export function CommentCard({
	comment,
	verb,
	inside,
}: {
	readonly comment: Shown;
	readonly verb: string;
	readonly inside: Inside;
}) {
	const { author, kind, association, body, createdAt, editedBy, reactions = [], place, id } = comment;
	const relation = associations[association];
	return (
		<article
			class={`comment ${kind}`}
			aria-label={`Comment by ${plainLine(author, 60)}`}
			id={id === undefined ? undefined : `comment-${id}`}
		>
			<header>
				<h3>
					<bdi>{plainLine(author, 60)}</bdi>
				</h3>
				{kind === 'app' && <span class="tag">app</span>}
				<span class="soft">
					{verb} <Moment at={createdAt} />
				</span>
				{editedBy !== undefined && (
					<span class="edited">
						edited by <bdi>{plainLine(editedBy, 60)}</bdi>
					</span>
				)}
				{relation !== undefined && <span class="association">{relation}</span>}
			</header>
			{place !== undefined && (
				<p class="place mono">
					<bdi>{plainText(place.path)}</bdi>, line {place.line}
				</p>
			)}
			<div class="body">
				{body.trim() === '' ? <p class="no-body soft">No description.</p> : <Markdown source={body} inside={inside} />}
				{reactions.length > 0 && <Reactions reactions={reactions} />}
			</div>
		</article>
	);
}

function Reactions({ reactions }: Pick<CommentView, 'reactions'>) {
	return (
		<ul class="reactions" aria-label="Reactions">
			{reactions.map(({ emoji, count }) => (
				<li key={emoji}>
					{emoji} {count}
				</li>
			))}
		</ul>
	);
}
