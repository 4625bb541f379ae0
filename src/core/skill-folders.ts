/** The folder for skills that are written for Countersign. */
export const ownSkillFolder = '.github/countersign/skills';

/**
 * The folders for skills in the open format, for any agent. An earlier folder has priority
 * (docs.github.com/en/copilot/concepts/agents/about-agent-skills: where project skills are).
 */
export const foreignSkillFolders = ['.claude/skills', '.agents/skills', '.github/skills'] as const;

/** All folders that may contain skills. If two skills have the same name, the one in the earlier folder is used. */
export const skillFolders: readonly string[] = [ownSkillFolder, ...foreignSkillFolders];

/** Returns the folder of {@link skillFolders} that contains a path, or undefined if none does. */
export function skillFolderOf(path: string): string | undefined {
	return skillFolders.find((folder) => path.startsWith(`${folder}/`));
}
