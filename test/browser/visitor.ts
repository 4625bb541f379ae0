import type { Page } from 'puppeteer-core';
import type { PersonName } from '../../playground/protocol.ts';

const patience = { polling: 100, timeout: 120_000 };

/** An expression for the page: does an element of the selector contain this text? */
const shows = (selector: string, text: string): string =>
	`[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.textContent.includes(${JSON.stringify(text)}))`;

/** A person who uses the playground's page with the mouse and the keyboard, and knows only what it shows. */
export class Visitor {
	readonly page: Page;

	private constructor(page: Page) {
		this.page = page;
	}

	/** Opens the address that the terminal printed. */
	static async arrives(page: Page, address: URL): Promise<Visitor> {
		await page.goto(address.href);
		await page.waitForSelector('.story-link');
		return new Visitor(page);
	}

	/** The text that the page shows in all elements of a selector. */
	async read(selector: string): Promise<readonly string[]> {
		return (await this.page.evaluate(
			`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText.trim())`,
		)) as readonly string[];
	}

	/** Waits until the page shows this text in an element of the selector. */
	async sees(selector: string, text: string): Promise<void> {
		try {
			await this.page.waitForFunction(shows(selector, text), patience);
		} catch (cause) {
			const column = (await this.read('.thread-column, .run-column')).join('\n\n');
			throw new Error(`The page never shows "${text}" in ${selector}. It shows:\n${column}`, { cause });
		}
	}

	async seesNo(selector: string, text: string): Promise<void> {
		await this.page.waitForFunction(`!${shows(selector, text)}`, patience);
	}

	async clicks(selector: string, text: string): Promise<void> {
		await this.sees(selector, text);
		await this.page.locator(`${selector} ::-p-text(${text}), ${selector}::-p-text(${text})`).click();
	}

	/** On a phone, one column is shown at a time. */
	async turnsTo(column: 'Stories' | 'Thread' | 'Run'): Promise<void> {
		await this.page.waitForSelector('.panes');
		const isPhone = await this.page.evaluate(`getComputedStyle(document.querySelector('.panes')).display !== 'none'`);
		if (isPhone) await this.clicks('.panes button', column);
	}

	async opensStory(title: string): Promise<void> {
		await this.turnsTo('Stories');
		await this.clicks('.story-link', title);
		await this.turnsTo('Stories');
		await this.sees('.stories .chosen', title);
	}

	/** Opens a thread from the list. */
	async opensThread(title: string): Promise<void> {
		await this.turnsTo('Stories');
		await this.clicks('.thread-link', title);
		await this.sees('.thread-title', title);
		await this.turnsTo('Thread');
	}

	/** Presses *Do it* of a step of the open story, and waits for the server. Steps count from 1. */
	async does(step: number): Promise<void> {
		await this.turnsTo('Stories');
		const place = `.steps > li:nth-child(${step})`;
		await this.page.locator(`${place} button`).click();
		await this.sees(place, 'done');
		await this.turnsTo('Thread');
	}

	/** Chooses who writes. With the keyboard, because a comment that arrives meanwhile moves what the mouse would hit. */
	async becomes(as: PersonName): Promise<void> {
		const radio = await this.page.waitForSelector(`xpath///fieldset[@class="persons"]//label[span="${as}"]/input`);
		await radio?.focus();
		await this.page.keyboard.press('Space');
	}

	async comments(as: PersonName, body: string): Promise<void> {
		await this.turnsTo('Thread');
		await this.becomes(as);
		await this.page.locator('.comment-box textarea').fill(body);
		await this.sends(as);
		await this.sees('.comment .body', body);
	}

	/** Presses a button of the thread's check. */
	async presses(as: PersonName, label: string): Promise<void> {
		await this.turnsTo('Thread');
		await this.becomes(as);
		await this.sees('.pressed-as', `as ${as}`);
		await this.clicks('.check button', label);
	}

	/** Sends what is in the comment box. */
	async sends(as: PersonName): Promise<void> {
		await this.clicks('.comment-box [type=submit]', `Comment as ${as}`);
		await this.page.waitForFunction(`document.querySelector('.comment-box textarea').value === ''`, patience);
	}

	/** Waits until the run of the open thread has this state. */
	async seesRun(state: string): Promise<void> {
		await this.turnsTo('Run');
		await this.sees('.run-line .tag', state);
	}

	/** Waits until the run and its last job have ended, and the bot's comment says so. */
	async seesOutcome(state: string): Promise<void> {
		await this.seesRun(state);
		await this.seesNo('.jobs .tag', 'running');
		await this.seesNo('.comment.app h4', 'Working');
	}

	/** Waits until a call of the run waits for this approval. */
	async seesRequest(approval: string): Promise<void> {
		await this.seesRun('waits for approval');
		await this.sees('.call .states', `${approval} waits`);
	}

	/** How many calls of the run have this word in their line. */
	async countCalls(word: string): Promise<number> {
		return (await this.read('.call summary .tag')).filter((tag) => tag === word).length;
	}
}
