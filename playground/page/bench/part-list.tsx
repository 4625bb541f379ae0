import { Folded } from './folded.tsx';
import type { Answer, PartAnswer } from './question.ts';
import { Lines, Sentence, Value } from './shown-text.tsx';

/** A longer list would make the page stop briefly at each keystroke. */
const mostParts = 60;
const mostWords = 100;
const mostTexts = 40;

/** What the call would do, command by command. */
export function PartList({ answer: { parts, declared, texts } }: { readonly answer: Answer }) {
	const asData = () => parts.map(({ text, effects, traits }) => ({ text, effects, traits }));
	return (
		<section aria-labelledby="does">
			<h2 id="does">What it would do</h2>
			{parts.length === 0 && <p class="soft">The gate refuses the call before it reads it.</p>}
			<ol class="parts">
				{parts.slice(0, mostParts).map((part, index) => (
					<PartItem key={index} part={part} />
				))}
			</ol>
			<More count={parts.length - mostParts} />
			{declared.length > 0 && <h3>Scripts that it runs by name</h3>}
			{declared.map(({ path, name, text }) => (
				<div key={`${path} ${name}`} class="script">
					<p>
						<Value text={name} /> of <Value text={path} />
					</p>
					<Lines text={text} />
				</div>
			))}
			<Folded title="Texts that patterns are compared with">
				{() => (
					<>
						<TextList title="As written" texts={texts.raw} />
						<TextList title="As executed" texts={texts.executed} />
					</>
				)}
			</Folded>
			<Folded title="Effects as data">{() => <Lines text={JSON.stringify(asData(), undefined, 2)} />}</Folded>
		</section>
	);
}

function PartItem({ part: { text, argv, sentences, traits, risk } }: { readonly part: PartAnswer }) {
	const words = argv ?? [text];
	const about = [`risk ${risk.level}`, ...risk.factors, ...traits.map((trait) => trait.replaceAll('-', ' '))];
	return (
		<li>
			<p class="words">
				{words.slice(0, mostWords).map((word, index) => (
					<Value key={index} text={word === '' ? "''" : word} />
				))}
			</p>
			<More count={words.length - mostWords} />
			<ul class="effects">
				{sentences.length === 0 && <li>changes and reads nothing</li>}
				{sentences.slice(0, mostParts).map((pieces, index) => (
					<li key={index}>
						<Sentence pieces={pieces} />
					</li>
				))}
			</ul>
			<More count={sentences.length - mostParts} />
			<p class="hint">{about.join(' · ')}</p>
		</li>
	);
}

function TextList({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
	if (texts.length === 0) return null;
	return (
		<>
			<h3>{title}</h3>
			{texts.slice(0, mostTexts).map((text, index) => (
				<Lines key={index} text={text} />
			))}
			<More count={texts.length - mostTexts} />
		</>
	);
}

/** How many items of a list are not shown. */
export function More({ count }: { readonly count: number }) {
	return count > 0 ? <p class="hint">and {count.toLocaleString('en')} more</p> : null;
}
