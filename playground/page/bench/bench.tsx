import { useState } from 'preact/hooks';
import { CallFields } from './call-fields.tsx';
import { CheckoutFields } from './checkout-fields.tsx';
import { ExampleList } from './example-list.tsx';
import type { BadPolicy, SettingAnswer } from './question.ts';
import { Results, spokenResult } from './results.tsx';
import { SettingFields } from './setting-fields.tsx';
import { type BenchControl, type GateAnswer, useBenchState, useGate } from './use-bench.ts';

/** The gate bench: it shows at once how the gate judges any call. */
export function Bench() {
	const control = useBenchState();
	const told = useGate(control.state);
	const { state, change } = control;
	return (
		<div class="bench">
			<BenchHead {...control} />
			<div class="inputs">
				<CallFields call={state.call} fault={told.fault} onChange={(call) => change({ ...state, call })} />
				<SettingPair control={control} told={told} />
			</div>
			<div class="told" aria-busy={told.isWorking}>
				<Told {...told} />
			</div>
			<div class="more">
				<ExampleList choose={(call) => change({ ...state, call })} />
				<CheckoutFields files={state.files} onChange={(files) => change({ ...state, files })} />
			</div>
		</div>
	);
}

function BenchHead({ refused, isTooLong }: BenchControl) {
	return (
		<div class="head">
			<h1>Gate bench</h1>
			<p class="soft">The gate judges any call here, in your browser. Nothing runs, and nothing is sent.</p>
			<CopyLink isTooLong={isTooLong} />
			{refused !== undefined && (
				<p class="fault" role="alert">
					This address cannot be used, so the bench starts anew. {refused}
				</p>
			)}
		</div>
	);
}

function CopyLink({ isTooLong }: { readonly isTooLong: boolean }) {
	const [said, setSaid] = useState('');
	const copy = () =>
		navigator.clipboard.writeText(location.href).then(
			() => setSaid('Copied.'),
			() => setSaid('Copy it from the address bar.'),
		);
	return (
		<p class="copy">
			<button type="button" disabled={isTooLong} onClick={copy}>
				Copy link
			</button>{' '}
			<span class="soft" role="status">
				{isTooLong ? 'This is too long for a link.' : said}
			</span>
		</p>
	);
}

interface SettingPairProps {
	readonly control: BenchControl;
	readonly told: GateAnswer;
}

function SettingPair({ control: { state, change }, told: { answer } }: SettingPairProps) {
	const { second, ...alone } = state;
	return (
		<>
			<SettingFields
				title={second === undefined ? 'Setting' : 'First setting'}
				setting={state.first}
				fault={faultOf(answer?.settings[0])}
				onChange={(first) => change({ ...state, first })}
			/>
			{second !== undefined && (
				<SettingFields
					title="Second setting"
					setting={second}
					fault={faultOf(answer?.settings[1])}
					onChange={(other) => change({ ...state, second: other })}
				/>
			)}
			<button
				type="button"
				onClick={() =>
					change(second === undefined ? { ...state, second: { ...state.first, mode: 'contained' } } : alone)
				}
			>
				{second === undefined ? 'Compare with another setting' : 'Stop comparing'}
			</button>
		</>
	);
}

function faultOf(answer: SettingAnswer | undefined): BadPolicy | undefined {
	return answer?.kind === 'bad-policy' ? answer : undefined;
}

function Told({ answer, fault, failure, isWorking }: GateAnswer) {
	if (failure !== undefined)
		return (
			<p class="fault" role="alert">
				{failure}
			</p>
		);
	if (fault !== undefined) return <p class="soft">The call cannot be judged yet.</p>;
	if (answer === undefined) return <p class="soft">Loading the gate…</p>;
	return (
		<>
			<p class="hidden" role="status">
				{isWorking ? '' : spokenResult(answer)}
			</p>
			<Results answer={answer} />
		</>
	);
}
