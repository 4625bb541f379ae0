import { useId } from 'preact/hooks';
import type { Person, PersonName } from '../../protocol.ts';
import { useKept } from './kept.ts';

/** The person as whom the visitor comments and presses buttons. */
export interface Self {
	readonly people: readonly Person[];
	readonly person: Person | undefined;
	readonly choose: (name: PersonName) => void;
}

export function useSelf(people: readonly Person[]): Self {
	const [name, choose] = useKept('self', 'maintainer');
	return { people, person: people.find((one) => one.name === name) ?? people[0], choose };
}

/** Lets the visitor choose who writes. */
export function PersonChoice({ self, legend }: { readonly self: Self; readonly legend: string }) {
	const group = useId();
	const { people, person, choose } = self;
	return (
		<fieldset class="persons">
			<legend>{legend}</legend>
			{people.map(({ name, login }) => (
				<label key={name} title={`@${login}`}>
					<input type="radio" name={group} checked={name === person?.name} onChange={() => choose(name)} />
					<span>{name}</span>
				</label>
			))}
			{person && (
				<p class="soft rights" aria-live="polite">
					<strong>@{person.login}</strong>: {person.rights}
				</p>
			)}
		</fieldset>
	);
}
