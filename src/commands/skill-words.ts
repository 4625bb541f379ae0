import { permittedTools, type Skill } from '../skills/index.ts';

/** A skill in one line. */
export function described(skill: Skill): string {
	const { isOwn, version, isOpenFormat, mode, maxIterations, budget, triggers } = skill;
	const tools = permittedTools(skill);
	return [
		isOwn === true ? 'own' : 'shipped',
		...(version === undefined ? [] : [version]),
		...(isOpenFormat === true ? ['open format'] : []),
		...(triggers.includes('*') ? ['always'] : [`triggers: ${triggers.slice(0, 5).join(', ')}`]),
		...(mode === undefined ? [] : [`at most mode ${mode}`]),
		...(maxIterations === undefined ? [] : [`${maxIterations} rounds`]),
		...(budget?.tokens === undefined ? [] : [`at most ${budget.tokens.toLocaleString('en-US')} tokens`]),
		...(budget?.minutes === undefined ? [] : [`at most ${budget.minutes} minutes`]),
		...(tools === undefined ? [] : [`only ${tools.length} tools`]),
	].join(' · ');
}
