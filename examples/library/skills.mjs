// Chooses the skill for a task: node skills.mjs "fix the flaky test" [<folder of skills>]
import { chooseSkill, loadSkills, permittedTools, renderSkillError, shippedSkills } from 'countersign/skills';

const [task = 'fix the flaky test', folder] = process.argv.slice(2);
const own = folder === undefined ? { skills: [], diagnostics: [] } : await loadSkills(folder);
for (const fault of own.diagnostics) console.log(renderSkillError(fault));
const skill = chooseSkill(task, [...(await shippedSkills()), ...own.skills]);
if (skill === undefined) console.log('No skill fits this task.');
else console.log(`${skill.name}: ${permittedTools(skill)?.join(', ') ?? 'all tools'}`);
