import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Bench } from './bench/bench.tsx';
import { Explorer } from './explorer/explorer.tsx';
import { isServed } from './served.ts';
import { Threads } from './threads/threads.tsx';

const parts = {
	threads: { title: 'Threads', Part: Threads },
	gate: { title: 'Gate bench', Part: Bench },
	runs: { title: 'Run explorer', Part: Explorer },
} as const;
type PartName = keyof typeof parts;

/** A page from static files has no server, so it has no threads. */
const shown = (Object.keys(parts) as PartName[]).filter((name) => isServed || name !== 'threads');

/** The address has the part after `#`, and the state of the part after a `?` there. */
function partOf(hash: string): PartName {
	const name = /^#([a-z]+)/.exec(hash)?.[1];
	return shown.find((one) => one === name) ?? (isServed ? 'threads' : 'gate');
}

function usePart(): PartName {
	const [part, setPart] = useState(() => partOf(location.hash));
	useEffect(() => {
		const follow = () => setPart(partOf(location.hash));
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	return part;
}

/** A link to `#main` would lose the part that the address names. */
function skip(): void {
	document.getElementById('main')?.focus();
}

function Page() {
	const part = usePart();
	const { Part, title } = parts[part];
	useEffect(() => {
		document.title = `${title} · Countersign playground`;
	}, [title]);
	return (
		<>
			<button type="button" class="skip" onClick={skip}>
				Skip to the content
			</button>
			<header class="bar">
				<p class="brand">Countersign playground</p>
				<nav aria-label="Parts of the playground">
					{shown.map((name) => (
						<a key={name} href={`#${name}`} aria-current={name === part ? 'page' : undefined}>
							{parts[name].title}
						</a>
					))}
				</nav>
			</header>
			<main id="main" tabIndex={-1}>
				<Part />
			</main>
		</>
	);
}

const place = document.getElementById('page');
if (place !== null) render(<Page />, place);
