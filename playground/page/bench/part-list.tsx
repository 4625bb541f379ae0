import type { Answer, PartAnswer } from './question.ts';
import { Lines, Sentence, Value } from './shown-text.tsx';

/** What the call would do, command by command. */
export function PartList({ answer: { parts, declared, texts } }: { readonly answer: Answer }) {
	return (
		<section aria-labelledby="does">
			<h2 id="does">What it would do</h2>
			{parts.length === 0 && <p class="soft">The gate refuses the call before it reads it.</p>}
			<ol class="parts">
				{parts.map((part, index) => (
					<PartItem key={index} part={part} />
				))}
			</ol>
			{declared.length > 0 && <h3>Scripts that it runs by name</h3>}
			{declared.map(({ path, name, text }) => (
				<div key={`${path} ${name}`} class="script">
					<p>
						<Value text={name} /> of <Value text={path} />
					</p>
					<Lines text={text} />
				</div>
			))}
			<details>
				<summary>Texts that patterns are compared with</summary>
				<TextList title="As written" texts={texts.raw} />
				<TextList title="As executed" texts={texts.executed} />
			</details>
			<details>
				<summary>Effects as data</summary>
				<Lines
					text={JSON.stringify(
						parts.map(({ text, effects, traits }) => ({ text, effects, traits })),
						undefined,
						2,
					)}
				/>
			</details>
		</section>
	);
}

function PartItem({ part: { text, argv, sentences, traits, risk } }: { readonly part: PartAnswer }) {
	return (
		<li>
			<p class="words">
				{(argv ?? [text]).map((word, index) => (
					<Value key={index} text={word === '' ? "''" : word} />
				))}
			</p>
			<ul class="effects">
				{sentences.length === 0 && <li>changes and reads nothing</li>}
				{sentences.map((pieces, index) => (
					<li key={index}>
						<Sentence pieces={pieces} />
					</li>
				))}
			</ul>
			<p class="hint">
				{[`risk ${risk.level}`, ...risk.factors, ...traits.map((trait) => trait.replaceAll('-', ' '))].join(' · ')}
			</p>
		</li>
	);
}

function TextList({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
	if (texts.length === 0) return null;
	return (
		<>
			<h3>{title}</h3>
			{texts.map((text, index) => (
				<Lines key={index} text={text} />
			))}
		</>
	);
}
