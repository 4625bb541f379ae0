export { type AppAnswer, appAnswerSchema, type OrganizationFiles, organizationSchema } from './app-answer.ts';
export * from './approval.ts';
export type * from './background.ts';
export { type Asks, type Bounds, boundHost } from './bounds.ts';
export { BrokenReply } from './broken-reply.ts';
export { type Cap, caps } from './budget-entries.ts';
export { codeSpans, withoutLinks } from './code-spans.ts';
export {
	type CommentFacts,
	holdsMarker,
	type LineRole,
	markerIn,
	markerName,
	markerWith,
	readMarker,
	withoutMarker,
} from './comment-marker.ts';
export * from './context-report.ts';
export { credentialShapes } from './credential-shapes.ts';
export * from './delivered.ts';
export type { DeliveryFacts, DeliveryQuestion } from './delivery-facts.ts';
export * from './digest.ts';
export * from './effect.ts';
export { effectKinds, effectTraits, forgeWrites, hasTrait, mayChangeFiles, runsPrograms } from './effect-traits.ts';
export * from './entry.ts';
export { changesTaskFile, entryTraits, hasEntryTrait } from './entry-traits.ts';
export * from './errors.ts';
export { firstNamed } from './first-named.ts';
export type * from './forge.ts';
export { isGitName, leadsIntoGit, withGitNames } from './git-name.ts';
export { instructionFiles } from './instruction-files.ts';
export { jobTokenNeeds, requiredOfJob } from './job-permissions.ts';
export * from './json.ts';
export * from './json-line.ts';
export * from './left-path.ts';
export type * from './manifest.ts';
export type * from './memory.ts';
export { labelledRehearsal, modelName } from './model-name.ts';
export type * from './model-port.ts';
export { minuteOf, utcDay } from './moments.ts';
export { nearestWord } from './nearest-word.ts';
export * from './network-hosts.ts';
export { offLabel } from './off-label.ts';
export * from './opening.ts';
export * from './outcome.ts';
export type * from './ports.ts';
export type { Price, Rates } from './price-schema.ts';
export {
	isProvider,
	type ProviderAccess,
	type ProviderAccesses,
	type ProviderInput,
	type ProviderName,
	type ProviderSetting,
	providerRows,
	providers,
} from './providers.ts';
export {
	type CodePlace,
	deliversTo,
	type OpenedPull,
	openedPull,
	type PullRequestState,
	type PullStart,
} from './pull-schema.ts';
export { holdsRole, standardRoles } from './role.ts';
export { mostRounds } from './rounds.ts';
export * from './run-request.ts';
export type * from './run-store.ts';
export { longestLocalJob, runnerSchema } from './runner-schema.ts';
export type * from './sandbox-limits.ts';
export * from './service-port.ts';
export * from './shipped-policies.ts';
export { foreignSkillFolders, ownSkillFolder, skillFolderOf, skillFolders } from './skill-folders.ts';
export { dayOf, type Spending, spendingIn, spentName, spentOn } from './spent-names.ts';
export * from './standing-reach.ts';
export { endedWell, type StandingRun, standingRun } from './standing-run.ts';
export { journalVersion } from './start-entries.ts';
export { appStateKey, stateKeyFrom } from './state-key.ts';
export { stricterMode } from './stricter-mode.ts';
export type * from './tool-call.ts';
export type * from './tool-forge.ts';
export { needsGitHub, readingTools, type ToolName, writesFile } from './tool-names.ts';
export { noToolchain, type Toolchain, type ToolPlaces, type ToolVariable } from './toolchain.ts';
export type { ProgramTried } from './tools-tried.ts';
export type * from './upstream-proxy.ts';
export * from './verdict.ts';
export * from './walls.ts';
