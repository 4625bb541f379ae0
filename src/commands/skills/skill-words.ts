import { ownSkillFolder, skillFolderOf } from '../../core/index.ts';
import { permittedTools, type Skill } from '../../skills/index.ts';

/** Describes a skill in one line. */
export function described(skill: Skill): string {
	const { version, isOpenFormat, mode, maxIterations, budget } = skill;
	const tools = permittedTools(skill);
	return [
		sourceOf(skill),
		...(version === undefined ? [] : [version]),
		...(isOpenFormat === true ? ['open format'] : []),
		choiceOf(skill),
		...(mode === undefined ? [] : [`at most mode ${mode}`]),
		...(maxIterations === undefined ? [] : [`${maxIterations} rounds`]),
		...(budget?.tokens === undefined ? [] : [`at most ${budget.tokens.toLocaleString('en-US')} tokens`]),
		...(budget?.minutes === undefined ? [] : [`at most ${budget.minutes} minutes`]),
		...(tools === undefined ? [] : [`only ${tools.length} tools`]),
	].join(' · ');
}

function sourceOf({ isOwn, file }: Skill): string {
	if (isOwn !== true) return 'shipped';
	const folder = skillFolderOf(file);
	return folder === undefined || folder === ownSkillFolder ? 'own' : `from ${folder}`;
}

function choiceOf({ triggers, isOnlyNamed }: Skill): string {
	if (triggers.includes('*')) return 'always';
	if (triggers.length > 0) return `triggers: ${triggers.slice(0, 5).join(', ')}`;
	return isOnlyNamed === true ? 'only by its name' : 'by the words of its description';
}
