export { takeAppAnswer } from './app-answer-file.ts';
export { type BotSettings, botSettingNames, type LogLevel, logLevels, readBotSettings } from './bot-settings.ts';
export { configJsonSchema } from './config-json-schema.ts';
export {
	type ControlFiles,
	gatherControls,
	shippedBlockedPatterns,
} from './control-texts.ts';
export { type JobEnvironment, readJobEnvironment } from './environment.ts';
export type { AnthropicFederation, OpenAiFederation } from './federation.ts';
export { type Inputs, inputNames, readInputs, tellingInputs, terminalInputs } from './inputs.ts';
export { type LocalRunner, localRunnerNames, readLocalRunner } from './local-runner.ts';
export { readConfigUnder, withOrganization } from './organization.ts';
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
export { type RepositorySkill, type RepositorySkills, repositorySkills, type SkillTree } from './repository-skills.ts';
export { readTerminal, readTerminalInputs, type TerminalEnvironment } from './terminal.ts';
export { readToolPlaces } from './tool-places.ts';
