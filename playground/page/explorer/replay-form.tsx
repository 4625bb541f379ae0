import { useState } from 'preact/hooks';
import { type Mode, modes } from '../../../src/core/index.ts';
import { basePolicies } from '../../../src/core/shipped-policies.ts';
import type { ReplayChoice } from './replay.ts';

interface Props {
	/** The mode of the run. */
	readonly mode: string | undefined;
	readonly isBusy: boolean;
	readonly onStart: (choice: ReplayChoice) => void;
}

const policies: readonly (readonly [name: string, title: string])[] = [
	...basePolicies.map((name) => [name, name] as const),
	['run', 'those of the run'],
	['own', 'default and my own rules'],
];

const ownStart = `rules:
  - name: ask-before-tests
    effects: [exec.project]
    action: require_approval
    reason: Somebody looks before project scripts run.
`;

/** Asks by which policy and in which mode the calls are judged again. */
export function ReplayForm({ mode, isBusy, onStart }: Props) {
	const [policy, setPolicy] = useState('strict');
	const [own, setOwn] = useState(ownStart);
	const [chosen, setChosen] = useState('');
	const submit = (event: Event): void => {
		event.preventDefault();
		onStart({ policy, own, mode: modes.find((one): one is Mode => one === chosen) });
	};
	return (
		<form class="replay-form" onSubmit={submit}>
			<label>
				Policy{' '}
				<select value={policy} onChange={({ currentTarget }) => setPolicy(currentTarget.value)}>
					{policies.map(([name, title]) => (
						<option key={name} value={name}>
							{title}
						</option>
					))}
				</select>
			</label>
			<label>
				Mode{' '}
				<select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
					<option value="">as in the run{mode === undefined ? '' : ` (${mode})`}</option>
					{modes.map((one) => (
						<option key={one} value={one}>
							{one}
						</option>
					))}
				</select>
			</label>
			<button type="submit" class="main" disabled={isBusy}>
				Replay
			</button>
			{policy === 'own' && (
				<label class="own">
					My rules (YAML)
					<textarea
						class="mono"
						rows={8}
						spellcheck={false}
						value={own}
						onInput={({ currentTarget }) => setOwn(currentTarget.value)}
					/>
				</label>
			)}
		</form>
	);
}
