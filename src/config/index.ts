export { takeAppAnswer } from './app-answer-file.ts';
export { type BotSettings, type LogLevel, logLevels, readBotSettings } from './bot-settings.ts';
export { configJsonSchema } from './config-json-schema.ts';
export {
	type ControlFiles,
	gatherControls,
	shippedBlockedPatterns,
} from './control-texts.ts';
export { type JobEnvironment, readJobEnvironment } from './environment.ts';

export type { AuditPlace, SkipCondition } from './input-rows.ts';
export { type Inputs, inputNames, readInputs, tellingInputs, terminalInputs } from './inputs.ts';
export { type LocalRunner, readLocalRunner } from './local-runner.ts';
export { readConfigUnder } from './organization.ts';
export {
	organizationConfigPath,
	organizationEnables,
	organizationPolicies,
	readOrganization,
} from './organization-file.ts';
export { fromVariables, readAccess } from './provider-access.ts';
export {
	configPath,
	type McpServer,
	type RepositoryConfig,
	readRepositoryConfig,
} from './repository-config.ts';
export { type RepositorySkills, repositorySkills, type SkillTree } from './repository-skills.ts';
export { readTerminal, readTerminalInputs, type TerminalEnvironment } from './terminal.ts';
export { readToolPlaces } from './tool-places.ts';
