export { type Checkout, findCheckout } from './checkout.ts';
export { createFiles, makeFolders } from './create-files.ts';
export { type Finding, fine, lacking, skipped } from './finding.ts';
export { type GitHubFacts, gatherGitHubFacts, type Look } from './github-facts.ts';
export { gitHubFindings } from './github-findings.ts';
export { type PlannedFile, planFiles } from './plan-files.ts';
export { publishedCommit } from './published-commit.ts';
export { readWorkflows } from './read-workflows.ts';
export { isEnterpriseServer } from './remote.ts';
export { stepLines } from './setup-steps.ts';
export { detectStack, type Picks, type Stack, type StackChoice } from './stack.ts';
export { readStackFacts, type StackFacts } from './stack-facts.ts';
export {
	isPinned,
	starterFiles,
	starterPaths,
	type Templates,
	withoutSetup,
	withUses,
} from './starter-files.ts';
export { decidedWords, foundWords } from './starter-texts.ts';
export { dryRunOf, programsOf } from './test-programs.ts';
export { tryTestPrograms } from './try-test-programs.ts';
export { idleSchedules, isScheduled, workflowFindings } from './workflow-findings.ts';
export { readWorkflowUse, type WorkflowUse } from './workflow-use.ts';
