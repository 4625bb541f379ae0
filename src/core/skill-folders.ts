/** Where a repository keeps skills that are written for Countersign. */
export const ownSkillFolder = '.github/countersign/skills';

/**
 * Where a repository keeps skills that are written for any agent, in the order in which they count
 * (docs.github.com/en/copilot/concepts/agents/about-agent-skills: where project skills are).
 */
export const foreignSkillFolders = ['.claude/skills', '.agents/skills', '.github/skills'] as const;

/** Every folder of a repository that may hold skills; of two skills with one name that of the earlier folder counts. */
export const skillFolders: readonly string[] = [ownSkillFolder, ...foreignSkillFolders];

/** The folder of {@link skillFolders} that a path lies below; undefined where it lies below none. */
export function skillFolderOf(path: string): string | undefined {
	return skillFolders.find((folder) => path.startsWith(`${folder}/`));
}
