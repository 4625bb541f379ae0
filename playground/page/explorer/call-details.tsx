import type { ComponentChildren } from 'preact';
import type { Match } from '../../../src/core/index.ts';
import type { AuditSource } from '../../../src/journal/audit-source.ts';
import { Prose } from '../bench/shown-text.tsx';
import { DecisionTag } from '../parts/decision-tag.tsx';
import { TextBlock } from '../parts/text-block.tsx';
import { ContentBlock } from './content-block.tsx';
import type { AskedEvent, RunCall } from './run-calls.ts';
import { Scroll } from './scroll.tsx';
import { block, clock, effectWords, line } from './texts.ts';

/** Everything that the record says about one call. */
export function CallDetails({ call, source }: { readonly call: RunCall; readonly source: AuditSource }) {
	const { verdict, input, args, asked, output, judged } = call;
	const deciding = verdict.matches.find(
		({ rule, decision }) => rule === verdict.matched_rule && decision === verdict.decision,
	);
	return (
		<dl class="call-details">
			<Row title="Arguments">
				<TextBlock text={block(JSON.stringify(input, undefined, 2), 20_000)} />
				{args !== undefined && args.bytes > JSON.stringify(input).length && (
					<ContentBlock content={args} source={source} label="the whole arguments" isFolded />
				)}
			</Row>
			<Row title="What it does">
				<Effects call={call} />
			</Row>
			<Row title="Decision">
				<p>
					<DecisionTag decision={verdict.decision} /> <Prose text={verdict.reason} />
				</p>
				<p class="soft">
					Rule <Place rule={verdict.matched_rule} match={deciding} /> · {verdict.risk_level} risk · mode{' '}
					{line(verdict.session_mode, 40)} · {clock(call.at)} UTC{judged > 1 ? ` · judged ${judged} times` : ''}
				</p>
				{verdict.matches.length > 1 && <Matches matches={verdict.matches} />}
			</Row>
			{asked.length > 0 && (
				<Row title="Approval">
					<ul>
						{asked.slice(-50).map((event, index) => (
							<li key={index}>{askedWords(event)}</li>
						))}
					</ul>
				</Row>
			)}
			{output !== undefined && (
				<Row title="Result">
					<ContentBlock content={output} source={source} label="the whole result" />
				</Row>
			)}
		</dl>
	);
}

function Row({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
	return (
		<div>
			<dt>{title}</dt>
			<dd>{children}</dd>
		</div>
	);
}

function Effects({ call }: { readonly call: RunCall }) {
	const sentences = effectWords(call.verdict.effects);
	if (sentences.length === 0) return <p>Nothing could be told from the arguments.</p>;
	return (
		<ul>
			{sentences.slice(0, 50).map(({ pieces, all }, index) => (
				<li key={index}>
					{pieces.map((piece, at) => (at % 2 === 0 ? piece : <code key={at}>{piece}</code>))}
					{all.length > 0 && (
						<ul>
							{all.slice(0, 50).map((one) => (
								<li key={one}>
									<code>{one}</code>
								</li>
							))}
						</ul>
					)}
				</li>
			))}
		</ul>
	);
}

function Place({ rule, match }: { readonly rule: string; readonly match: Match | undefined }) {
	const place =
		match?.file === undefined ? undefined : `${match.file}${match.line === undefined ? '' : `:${match.line}`}`;
	return (
		<>
			<code>{line(rule, 120)}</code>
			{place !== undefined && (
				<>
					{' '}
					in <code>{line(place, 120)}</code>
				</>
			)}
		</>
	);
}

function Matches({ matches }: { readonly matches: readonly Match[] }) {
	return (
		<details>
			<summary>All {matches.length} rules that matched</summary>
			<Scroll label="Rules that matched">
				<table>
					<thead>
						<tr>
							<th scope="col">Decision</th>
							<th scope="col">Rule</th>
							<th scope="col">Reason</th>
							<th scope="col">About</th>
						</tr>
					</thead>
					<tbody>
						{matches.slice(0, 50).map((match, index) => (
							<tr key={index}>
								<td>
									<DecisionTag decision={match.decision} />
								</td>
								<td>
									<Place rule={match.rule} match={match} />
								</td>
								<td>
									<Prose text={match.reason} />
								</td>
								<td>
									<Prose text={match.evidence} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</Scroll>
		</details>
	);
}

const askedKinds: Readonly<Record<AskedEvent['kind'], string>> = {
	asked: 'asks for approval',
	signed: 'approved',
	denied: 'denied',
	refused: 'an answer did not count',
	void: 'no longer valid',
};

function askedWords({ id, at, kind, who, role, note }: AskedEvent): string {
	const by = who === '' ? '' : ` by @${line(who, 60)}${role === '' ? '' : ` (${line(role, 40)})`}`;
	const more = note === '' ? '' : `: ${line(note, 300)}`;
	return `${line(id, 20)} ${askedKinds[kind]}${by}, ${clock(at)} UTC${more}`;
}
