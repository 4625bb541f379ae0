import { mostFiles, type PickedFile } from './picked-file.ts';

/** Returns the files of an input. */
export function pickedFrom(files: FileList): readonly PickedFile[] {
	return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Returns all dropped files, also those in folders. The browser empties the items after the event, so this reads them at once. */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly PickedFile[]> {
	const roots = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
	const found: PickedFile[] = [];
	const waiting = [...roots];
	for (let entry = waiting.pop(); entry !== undefined && found.length <= mostFiles; entry = waiting.pop()) {
		if (isFile(entry)) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
		else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)));
	}
	return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
	return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The browser returns a folder's names in parts, and an empty part at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
	const reader = folder.createReader();
	const all: FileSystemEntry[] = [];
	const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
	for (let some = await next(); some.length > 0 && all.length <= mostFiles; some = await next()) all.push(...some);
	return all;
}
