<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>About</name>
    <message>
        <source>About SAGE Workbench</source>
        <translation>关于 SAGE 工作台</translation>
    </message>
    <message>
        <source>Adoption-aware memory learning for NPU kernel synthesis.</source>
        <translation>面向 NPU 内核合成的采纳感知记忆学习。</translation>
    </message>
    <message>
        <source>Independent project, not affiliated with or endorsed by Huawei. Ascend, CANN and related names belong to their owners; no CANN file is included. The host emulator is an independent implementation of names that public Ascend C kernels use.</source>
        <translation>独立项目，与华为无隶属或背书关系。Ascend、CANN 及相关名称归其所有者所有；不包含任何 CANN 文件。主机模拟器是对公开 Ascend C 内核所用名称的独立实现。</translation>
    </message>
    <message>
        <source>Latencies are modelled by the emulator&apos;s timing model, not measured on a device, wherever nothing else is said.</source>
        <translation>除另有说明外，延迟均由模拟器的时序模型推算，而非在设备上测得。</translation>
    </message>
    <message>
        <source>Our sources are under the Apache License 2.0. This program is linked with Qt Charts and is therefore distributed under the GNU General Public License, version 3.</source>
        <translation>本项目源代码采用 Apache 许可证 2.0。本程序链接了 Qt Charts，因此按 GNU 通用公共许可证第 3 版分发。</translation>
    </message>
</context>
<context>
    <name>Dress</name>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Copy selected rows</source>
        <translation>复制选中的行</translation>
    </message>
    <message>
        <source>Copy whole table</source>
        <translation>复制整个表格</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>ExperiencePage</name>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Applies to</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>unproven</source>
        <translation>未验证</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Utility</source>
        <translation>效用</translation>
    </message>
    <message>
        <source>u = %1, retrieved in %2 episodes, adopted in %3, by %4 operators</source>
        <translation>u = %1，%2 个回合检索，%3 个回合采纳，涉及 %4 个算子</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
</context>
<context>
    <name>RunSettings</name>
    <message>
        <source>Settings of this run</source>
        <translation>本次运行的设置</translation>
    </message>
    <message>
        <source>Stream %1 · seed %2 · policy %3 · generator %4 · evaluator %5 · device %6</source>
        <translation>任务流 %1 · 种子 %2 · 策略 %3 · 生成器 %4 · 评测器 %5 · 设备 %6</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>The shapes of a step&apos;s operands do not fit together.</source>
        <translation>某一步的操作数形状不能广播到一起。</translation>
    </message>
    <message>
        <source>The operator card {card} is wrong at {field}: {why}.</source>
        <translation>算子卡 {card} 的 {field} 有误：{why}。</translation>
    </message>
    <message>
        <source>A parameter of a step in an operator card is missing or wrong.</source>
        <translation>算子卡中某一步的参数缺失或有误。</translation>
    </message>
    <message>
        <source>The shapes in the operator card {card} do not fit together.</source>
        <translation>算子卡 {card} 中的形状互不相容。</translation>
    </message>
    <message>
        <source>A file of initial knowledge cannot be read: an experience needs at least a title, and no keys that are not known.</source>
        <translation>初始知识文件无法读取：每条经验至少需要标题，且不得含有未知的键。</translation>
    </message>
    <message>
        <source>The stream file is wrong: it needs a list of operators, each once, and has no other keys than name and operators.</source>
        <translation>任务流文件有误：需要一个算子列表，每个算子只出现一次，且除 name 和 operators 外不得有其他键。</translation>
    </message>
    <message>
        <source>There is no operator card called {operator}. Known: {known}.</source>
        <translation>没有名为 {operator} 的算子卡。已有：{known}。</translation>
    </message>
    <message>
        <source>There is no stream called {stream} and no such file.</source>
        <translation>没有名为 {stream} 的任务流，也没有这个文件。</translation>
    </message>
    <message>
        <source>Event {sequence} ({kind}) of the journal does not fit what came before.</source>
        <translation>日志中的第 {sequence} 个事件（{kind}）与之前的内容不符。</translation>
    </message>
    <message>
        <source>The run was stopped; resume continues here.</source>
        <translation>运行已停止；恢复后将从这里继续。</translation>
    </message>
    <message>
        <source>The evaluation was cancelled.</source>
        <translation>评测已取消。</translation>
    </message>
    <message>
        <source>The compiler {compiler} cannot be run. Install the package g++.</source>
        <translation>编译器 {compiler} 无法运行。请安装软件包 g++。</translation>
    </message>
    <message>
        <source>The kernel runner or its headers are missing. Build or install all of SAGE.</source>
        <translation>缺少内核运行程序或其头文件。请完整构建或安装 SAGE。</translation>
    </message>
    <message>
        <source>There is not enough memory for a kernel&apos;s tensors. Evaluate fewer cases side by side, or free memory.</source>
        <translation>内存不足，无法容纳内核的张量。请减少并行评测的用例，或释放内存。</translation>
    </message>
    <message>
        <source>Nothing on this machine keeps the network or the home folder away from generated code, so it was not run. sagectl doctor says what is missing.</source>
        <translation>本机没有任何隔离层能让生成的代码远离网络或主目录，因此未运行。sagectl doctor 会说明缺少什么。</translation>
    </message>
    <message>
        <source>The job folder {folder} cannot be written. Free space on that disk, or choose another scratch folder.</source>
        <translation>无法写入任务文件夹 {folder}。请释放该磁盘空间，或选择其他临时文件夹。</translation>
    </message>
    <message>
        <source>The reference of the operator card cannot be computed for this case.</source>
        <translation>无法为该用例计算算子卡的参考结果。</translation>
    </message>
    <message>
        <source>The sandbox could not be set up.</source>
        <translation>无法建立沙箱。</translation>
    </message>
    <message>
        <source>A case did not end in time, twice, without using up its processor time. The machine may be overloaded.</source>
        <translation>某个用例两次都未按时结束，却没有用完处理器时间。机器可能负载过高。</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>没有文件 {path}。</translation>
    </message>
    <message>
        <source>No space left to write {path}. Free some space and try again.</source>
        <translation>没有空间写入 {path}。请释放空间后重试。</translation>
    </message>
    <message>
        <source>The file {path} is too large.</source>
        <translation>文件 {path} 太大。</translation>
    </message>
    <message>
        <source>The file {path} cannot be read.</source>
        <translation>无法读取文件 {path}。</translation>
    </message>
    <message>
        <source>The file {path} cannot be written.</source>
        <translation>无法写入文件 {path}。</translation>
    </message>
    <message>
        <source>A step of the operator card cannot be lowered to a kernel.</source>
        <translation>算子卡的某一步无法降低为内核代码。</translation>
    </message>
    <message>
        <source>The synthesizer&apos;s option {option} is unknown or out of its range.</source>
        <translation>合成器选项 {option} 未知或超出范围。</translation>
    </message>
    <message>
        <source>A rule must be allowed at least one token.</source>
        <translation>规则长度上限至少为一个词元。</translation>
    </message>
    <message>
        <source>{what} is not valid JSON.</source>
        <translation>{what} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The content of {what} does not have the expected fields.</source>
        <translation>{what} 的内容缺少所需字段。</translation>
    </message>
    <message>
        <source>Replaying the memory gave another value than the journal holds. The journal was changed, or another build wrote it.</source>
        <translation>重放记忆得到的值与日志不符。日志被改动过，或由其他版本写入。</translation>
    </message>
    <message>
        <source>Memory cannot learn from episode {episode}: its facts contradict each other.</source>
        <translation>记忆无法从回合 {episode} 学习：其事实互相矛盾。</translation>
    </message>
    <message>
        <source>Memory cannot learn from episode {episode}: it is not the one that was opened last.</source>
        <translation>记忆无法从回合 {episode} 学习：它不是最后打开的回合。</translation>
    </message>
    <message>
        <source>The rule made from {item} is empty or too long.</source>
        <translation>由 {item} 提炼的规则为空或太长。</translation>
    </message>
    <message>
        <source>The experience {item} is not in memory.</source>
        <translation>记忆中没有经验 {item}。</translation>
    </message>
    <message>
        <source>There is no memory policy {policy}. Known: {known}.</source>
        <translation>没有名为 {policy} 的记忆策略。可用：{known}。</translation>
    </message>
    <message>
        <source>There is no token counter {tokenizer}.</source>
        <translation>没有名为 {tokenizer} 的词元计数器。</translation>
    </message>
    <message>
        <source>The memory cannot be imported here.</source>
        <translation>无法在此导入该记忆。</translation>
    </message>
    <message>
        <source>The pinned rules do not fit the new budget. Unpin some first.</source>
        <translation>固定的规则超出新预算。请先取消固定若干条。</translation>
    </message>
    <message>
        <source>This experience is in memory already.</source>
        <translation>该经验已在记忆中。</translation>
    </message>
    <message>
        <source>The edit of the memory is incomplete or unknown.</source>
        <translation>对记忆的编辑不完整或无法识别。</translation>
    </message>
    <message>
        <source>The memory is damaged at {item}. Take it from its source again.</source>
        <translation>记忆在 {item} 处已损坏。请从其来源重新获取。</translation>
    </message>
    <message>
        <source>The kernel asked for more memory than was left of its {limit} MiB.</source>
        <translation>核函数申请的内存超过了其 {limit} MiB 上限所剩的部分。</translation>
    </message>
    <message>
        <source>The kernel needed more than the {limit} KiB of stack that a core has.</source>
        <translation>核函数所需的栈超过了单个核的 {limit} KiB。</translation>
    </message>
    <message>
        <source>The kernel changed the emulator's own state: its clocks, its counts or its function table.</source>
        <translation>核函数改动了仿真器自身的状态：时钟、计数或函数表。</translation>
    </message>
    <message>
        <source>forged result</source>
        <translation>伪造的结果</translation>
    </message>
    <message>
        <source>The compiler or a case was killed from outside, twice. The machine may be short of memory.</source>
        <translation>编译器或某个用例两次被外部终止。机器可能内存不足。</translation>
    </message>
    <message>
        <source>compiles too long</source>
        <translation>编译超时</translation>
    </message>
    <message>
        <source>compiler out of memory</source>
        <translation>编译器内存不足</translation>
    </message>
    <message>
        <source>ended early</source>
        <translation>提前结束</translation>
    </message>
    <message>
        <source>The journal of {folder} ends at event {last}, but {noted} were stored: its -wal file is missing, or it is an older copy. Restore it; to go on without these events, delete the file last in the workspace.</source>
        <translation>{folder} 的日志止于事件 {last}，但曾保存到 {noted}：其 -wal 文件缺失，或日志是较旧的副本。请恢复该文件；若要放弃这些事件继续运行，请删除工作区中的 last 文件。</translation>
    </message>
    <message>
        <source>This experience was deleted. Restore it first.</source>
        <translation>该经验已删除。请先恢复。</translation>
    </message>
    <message>
        <source>This rule is pinned. Unpin it first.</source>
        <translation>该规则已固定。请先取消固定。</translation>
    </message>
    <message>
        <source>The rule does not fit the budget, so it cannot be pinned.</source>
        <translation>该规则超出预算，无法固定。</translation>
    </message>
    <message>
        <source>The kernel runner got a launch description that it cannot read.</source>
        <translation>内核运行程序收到无法读取的启动描述。</translation>
    </message>
    <message>
        <source>The compiled kernel does not fit this emulator.</source>
        <translation>编译出的内核与本模拟器不匹配。</translation>
    </message>
    <message>
        <source>The device profile cannot be read.</source>
        <translation>无法读取设备配置。</translation>
    </message>
    <message>
        <source>The emulator ran out of memory or failed.</source>
        <translation>模拟器内存不足或发生故障。</translation>
    </message>
    <message>
        <source>The compiled kernel cannot be loaded.</source>
        <translation>无法加载编译出的内核。</translation>
    </message>
    <message>
        <source>No address range is left for a tensor.</source>
        <translation>没有可用的地址范围容纳张量。</translation>
    </message>
    <message>
        <source>The kernel runner ended without an answer.</source>
        <translation>内核运行程序结束但没有给出结果。</translation>
    </message>
    <message>
        <source>An experience&apos;s plan change cannot be read.</source>
        <translation>无法读取经验中的方案变更。</translation>
    </message>
    <message>
        <source>A plan has no dimension {dimension}.</source>
        <translation>方案没有名为 {dimension} 的维度。</translation>
    </message>
    <message>
        <source>A plan has a value that is not allowed.</source>
        <translation>方案含有不允许的取值。</translation>
    </message>
    <message>
        <source>The vector index does not fit the embedder. Rebuild it.</source>
        <translation>向量索引与嵌入器不匹配。请重建索引。</translation>
    </message>
    <message>
        <source>The text index does not work.</source>
        <translation>文本索引无法使用。</translation>
    </message>
    <message>
        <source>This workspace has no run yet.</source>
        <translation>该工作区还没有运行。</translation>
    </message>
    <message>
        <source>This workspace has an unfinished run: resume it, or use another workspace.</source>
        <translation>该工作区有未完成的运行：请恢复它，或使用其他工作区。</translation>
    </message>
    <message>
        <source>Landlock could not be set up ({what}).</source>
        <translation>无法设置 Landlock（{what}）。</translation>
    </message>
    <message>
        <source>The folder to write to does not exist: {path}.</source>
        <translation>要写入的文件夹不存在：{path}。</translation>
    </message>
    <message>
        <source>Bubblewrap is not installed. Install the package bubblewrap.</source>
        <translation>未安装 Bubblewrap。请安装软件包 bubblewrap。</translation>
    </message>
    <message>
        <source>/proc is not mounted, so nothing that starts other processes was run. Mount /proc.</source>
        <translation>未挂载 /proc，因此没有运行会启动其他进程的程序。请挂载 /proc。</translation>
    </message>
    <message>
        <source>The program {path} is missing. Build or install all of SAGE.</source>
        <translation>缺少程序 {path}。请完整构建或安装 SAGE。</translation>
    </message>
    <message>
        <source>No temporary folder could be made in {path}.</source>
        <translation>无法在 {path} 中建立临时文件夹。</translation>
    </message>
    <message>
        <source>{what} could not be used.</source>
        <translation>无法使用 {what}。</translation>
    </message>
    <message>
        <source>The process could not give up its privileges.</source>
        <translation>进程无法放弃其权限。</translation>
    </message>
    <message>
        <source>The limit {limit} could not be set.</source>
        <translation>无法设置限制 {limit}。</translation>
    </message>
    <message>
        <source>The system call filter could not be installed.</source>
        <translation>无法安装系统调用过滤器。</translation>
    </message>
    <message>
        <source>The process that watches over generated code was itself killed. Try it again.</source>
        <translation>监管生成代码的进程自身被终止。请重试。</translation>
    </message>
    <message>
        <source>A system resource for the sandbox could not be had.</source>
        <translation>无法获得沙箱所需的系统资源。</translation>
    </message>
    <message>
        <source>The open round has no reply; submit one first.</source>
        <translation>当前轮次还没有回复；请先提交。</translation>
    </message>
    <message>
        <source>The episode {episode} was not opened.</source>
        <translation>回合 {episode} 尚未打开。</translation>
    </message>
    <message>
        <source>A generator or an evaluator failed in a way that it should not; this is a fault of the program.</source>
        <translation>生成器或评测器以不应有的方式失败；这是程序的缺陷。</translation>
    </message>
    <message>
        <source>The episode {episode} has ended; no further round can be opened.</source>
        <translation>回合 {episode} 已结束，不能再打开新的轮次。</translation>
    </message>
    <message>
        <source>The entering kernel of a round is not in the journal.</source>
        <translation>日志中没有该轮次的输入内核。</translation>
    </message>
    <message>
        <source>No round is open; search first.</source>
        <translation>没有打开的轮次；请先检索。</translation>
    </message>
    <message>
        <source>{operator} is not an operator of this run&apos;s stream.</source>
        <translation>{operator} 不在本次运行的任务流中。</translation>
    </message>
    <message>
        <source>The setting {setting} is {value}, which is out of its range.</source>
        <translation>设置 {setting} 的值 {value} 超出范围。</translation>
    </message>
    <message>
        <source>There is no setting called {setting}.</source>
        <translation>没有名为 {setting} 的设置。</translation>
    </message>
    <message>
        <source>The setting {setting} cannot be &quot;{value}&quot;: another kind of value is expected.</source>
        <translation>设置 {setting} 不能为“{value}”：需要另一种类型的值。</translation>
    </message>
    <message>
        <source>There is no policy called {policy}.</source>
        <translation>没有名为 {policy} 的策略。</translation>
    </message>
    <message>
        <source>The step &quot;{line}&quot; cannot be read: expected {expected}.</source>
        <translation>无法读取步骤“{line}”：应为 {expected}。</translation>
    </message>
    <message>
        <source>An artifact of the workspace is damaged: its content does not fit its name. Restore the file from a copy.</source>
        <translation>工作区的一个产物已损坏：内容与名称不符。请从副本恢复该文件。</translation>
    </message>
    <message>
        <source>An artifact of the workspace is missing. Restore the file from a copy.</source>
        <translation>工作区缺少一个产物。请从副本恢复该文件。</translation>
    </message>
    <message>
        <source>An artifact of the workspace cannot be read.</source>
        <translation>无法读取工作区的一个产物。</translation>
    </message>
    <message>
        <source>An event needs a run, a kind and a key.</source>
        <translation>事件需要运行、类型和键。</translation>
    </message>
    <message>
        <source>A name of an artifact has to have 64 lower-case hexadecimal digits.</source>
        <translation>产物名称必须是 64 位小写十六进制数字。</translation>
    </message>
    <message>
        <source>The workspace {folder} is being run by process {pid} on {host}. Stop that run first, or watch it instead.</source>
        <translation>工作区 {folder} 正由 {host} 上的进程 {pid} 运行。请先停止该运行，或改为观看。</translation>
    </message>
    <message>
        <source>The journal already holds another event under the same key. The run was continued with a different program or different files.</source>
        <translation>日志在同一键下已有不同事件。该运行是用不同的程序或文件继续的。</translation>
    </message>
    <message>
        <source>The workspace is damaged or is none. Restore it from a copy; nothing was changed.</source>
        <translation>工作区已损坏或不是工作区。请从副本恢复；未作任何更改。</translation>
    </message>
    <message>
        <source>The database of the workspace answered with an error.</source>
        <translation>工作区的数据库返回错误。</translation>
    </message>
    <message>
        <source>The disk failed. Nothing that was stored is lost; check the disk and resume.</source>
        <translation>磁盘出错。已保存的内容没有丢失；请检查磁盘后恢复运行。</translation>
    </message>
    <message>
        <source>Another process took over the workspace {folder}. This run has stopped writing.</source>
        <translation>另一进程接管了工作区 {folder}。本次运行已停止写入。</translation>
    </message>
    <message>
        <source>Another program keeps the workspace locked. Close it, then try again.</source>
        <translation>另一程序锁定了工作区。请关闭它后重试。</translation>
    </message>
    <message>
        <source>There is no workspace in {folder}. Open another one, or create a new workspace.</source>
        <translation>{folder} 中没有工作区。请打开其他工作区，或新建一个。</translation>
    </message>
    <message>
        <source>The workspace was written by a newer version. Update the program; nothing was changed.</source>
        <translation>该工作区由更新的版本写入。请更新程序；未作任何更改。</translation>
    </message>
    <message>
        <source>Qt&apos;s SQLite driver was not found. Install libqt6sql6-sqlite.</source>
        <translation>找不到 Qt 的 SQLite 驱动。请安装 libqt6sql6-sqlite。</translation>
    </message>
    <message>
        <source>The workspace {folder} lies on a network file system, where the journal cannot be shared safely. Choose a folder on a local disk.</source>
        <translation>工作区 {folder} 位于网络文件系统上，日志无法安全共享。请选择本地磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>There is no space left on the disk. Nothing that was stored is lost.</source>
        <translation>磁盘空间不足。已保存的内容没有丢失。</translation>
    </message>
    <message>
        <source>The folder {folder} is not empty. Choose a new or an empty folder for the workspace.</source>
        <translation>文件夹 {folder} 不为空。请为工作区选择新的或空的文件夹。</translation>
    </message>
    <message>
        <source>The workspace {folder} is open for reading only.</source>
        <translation>工作区 {folder} 以只读方式打开。</translation>
    </message>
    <message>
        <source>The workspace was written by an older version. Resume or run it once to bring it up to date.</source>
        <translation>该工作区由较旧的版本写入。恢复或运行一次即可升级。</translation>
    </message>
    <message>
        <source>The workspace cannot be written. Check the permissions of the folder and its disk.</source>
        <translation>工作区不可写。请检查文件夹及其磁盘的权限。</translation>
    </message>
    <message>
        <source>The workspace cannot be opened. Check the permissions of the folder.</source>
        <translation>无法打开工作区。请检查文件夹权限。</translation>
    </message>
    <message>
        <source>An artifact could not be written. Check the permissions of the folder.</source>
        <translation>无法写入产物。请检查文件夹权限。</translation>
    </message>
    <message>
        <source>The plan of a transfer measurement in {file} is wrong.</source>
        <translation>{file} 中的迁移测量计划有误。</translation>
    </message>
    <message>
        <source>{what} cannot be read as YAML, line {line}.</source>
        <translation>{what} 第 {line} 行不是有效的 YAML。</translation>
    </message>
    <message>
        <source>The runner ended before the run was finished. Its last words:
{words}</source>
        <translation>运行尚未完成，运行程序已结束。它的最后输出：
{words}</translation>
    </message>
    <message>
        <source>The program {program} could not be started. Build or install sagectl beside the workbench.</source>
        <translation>无法启动程序 {program}。请在工作台旁构建或安装 sagectl。</translation>
    </message>
    <message>
        <source>{op}: the destination at UB offset {destination} overlaps a source without being the same range.</source>
        <translation>{op}：UB 偏移 {destination} 处的目标与源部分重叠，但不是同一范围。</translation>
    </message>
    <message>
        <source>{op}: misaligned access of {size} bytes at UB offset {offset}; a start must be a multiple of {alignment}.</source>
        <translation>{op}：在 UB 偏移 {offset} 处未对齐访问 {size} 字节；起点必须是 {alignment} 的倍数。</translation>
    </message>
    <message>
        <source>ASSERT failed: {condition}</source>
        <translation>ASSERT 失败：{condition}</translation>
    </message>
    <message>
        <source>{op}: read of {size} bytes goes {over} bytes beyond its buffer of {buffer} bytes.</source>
        <translation>{op}：读取 {size} 字节，超出其 {buffer} 字节的缓冲区 {over} 字节。</translation>
    </message>
    <message>
        <source>{op}: write of {size} bytes goes {over} bytes beyond its buffer of {buffer} bytes.</source>
        <translation>{op}：写入 {size} 字节，超出其 {buffer} 字节的缓冲区 {over} 字节。</translation>
    </message>
    <message>
        <source>The kernel read or wrote memory that belongs to no tensor.</source>
        <translation>内核读写了不属于任何张量的内存。</translation>
    </message>
    <message>
        <source>{op}: writes {size} bytes into the input {object}.</source>
        <translation>{op}：向输入 {object} 写入 {size} 字节。</translation>
    </message>
    <message>
        <source>{op}: illegal read of {size} bytes at byte {offset} of {object}, which has {limit}.</source>
        <translation>{op}：非法读取 {object} 第 {offset} 字节处的 {size} 字节；它共有 {limit} 字节。</translation>
    </message>
    <message>
        <source>{op}: {size} bytes at byte {offset} of {object} were written by another core before.</source>
        <translation>{op}：{object} 第 {offset} 字节处的 {size} 字节先前已由另一核写入。</translation>
    </message>
    <message>
        <source>{op}: illegal write of {size} bytes at byte {offset} of {object}, which has {limit}.</source>
        <translation>{op}：非法写入 {object} 第 {offset} 字节处的 {size} 字节；它共有 {limit} 字节。</translation>
    </message>
    <message>
        <source>The input {object} was overwritten.</source>
        <translation>输入 {object} 被改写。</translation>
    </message>
    <message>
        <source>{op}: the {role} is a LocalTensor that was never taken from a queue or a buffer.</source>
        <translation>{op}：{role} 是从未取自队列或缓冲区的 LocalTensor。</translation>
    </message>
    <message>
        <source>{op}: illegal read of {size} bytes at UB offset {offset}; UB ends at {limit}.</source>
        <translation>{op}：在 UB 偏移 {offset} 处非法读取 {size} 字节；UB 止于 {limit}。</translation>
    </message>
    <message>
        <source>{op}: illegal write of {size} bytes at UB offset {offset}; UB ends at {limit}.</source>
        <translation>{op}：在 UB 偏移 {offset} 处非法写入 {size} 字节；UB 止于 {limit}。</translation>
    </message>
    <message>
        <source>The core passed the limit of {limit} simulated cycles.</source>
        <translation>该核超过了 {limit} 个模拟周期的上限。</translation>
    </message>
    <message>
        <source>More than {limit} faults: the run was ended.</source>
        <translation>错误超过 {limit} 个：运行已终止。</translation>
    </message>
    <message>
        <source>The kernel used up its processor time.</source>
        <translation>内核用完了处理器时间。</translation>
    </message>
    <message>
        <source>InitBuffer asks for {asked} bytes of UB with {used} in use: {over} more than its {limit}.</source>
        <translation>InitBuffer 申请 {asked} 字节 UB，已用 {used}：超出上限 {limit} 共 {over} 字节。</translation>
    </message>
    <message>
        <source>InitBuffer asks for {asked} bytes of UB with {used} in use: {over} more than the {limit} that are free by default.</source>
        <translation>InitBuffer 申请 {asked} 字节 UB，已用 {used}：超出默认可用的 {limit} 共 {over} 字节。</translation>
    </message>
    <message>
        <source>{op}: {size} bytes are no multiple of 32; hardware drops the last {dropped} silently.</source>
        <translation>{op}：{size} 字节不是 32 的倍数；硬件会悄悄丢弃最后 {dropped} 字节。</translation>
    </message>
    <message>
        <source>{op}: {count} elements are {size} bytes, not a multiple of 256.</source>
        <translation>{op}：{count} 个元素共 {size} 字节，不是 256 的倍数。</translation>
    </message>
    <message>
        <source>{missing} of {elements} elements of output {object} were never written, the first at index {first}.</source>
        <translation>输出 {object} 的 {elements} 个元素中有 {missing} 个从未写入，第一个下标为 {first}。</translation>
    </message>
    <message>
        <source>{op}: event id {id} does not exist; ids are 0 to 7.</source>
        <translation>{op}：事件编号 {id} 不存在；编号为 0 到 7。</translation>
    </message>
    <message>
        <source>SetFlag: event id {id} is set at the end of the kernel and nobody waited for it.</source>
        <translation>SetFlag：内核结束时事件 {id} 仍被置位，无人等待。</translation>
    </message>
    <message>
        <source>All eight ids of the event are in use.</source>
        <translation>该事件的八个编号都在使用中。</translation>
    </message>
    <message>
        <source>SetFlag: event id {id} is set already and nobody waited for it.</source>
        <translation>SetFlag：事件 {id} 已被置位且无人等待。</translation>
    </message>
    <message>
        <source>WaitFlag: pipe {to} waits for event id {id} that pipe {from} is never told to set before.</source>
        <translation>WaitFlag：流水 {to} 等待事件 {id}，但流水 {from} 此前从未置位。</translation>
    </message>
    <message>
        <source>SetAtomicAdd: global memory cannot add {type}.</source>
        <translation>SetAtomicAdd：全局内存不支持对 {type} 做加法。</translation>
    </message>
    <message>
        <source>{op}: int32_t can be compared for equality only.</source>
        <translation>{op}：int32_t 只能比较是否相等。</translation>
    </message>
    <message>
        <source>The kernel did something that its core cannot do, and was ended.</source>
        <translation>内核做了该核无法执行的操作，已被终止。</translation>
    </message>
    <message>
        <source>Cast from int32_t to half multiplies by the scale of SetDeqScale, which was not called.</source>
        <translation>从 int32_t 到 half 的 Cast 要乘以 SetDeqScale 的比例，但未调用它。</translation>
    </message>
    <message>
        <source>The kernel ended the whole process.</source>
        <translation>内核结束了整个进程。</translation>
    </message>
    <message>
        <source>{op}: a vector core has no pipe {pipe} to wait for.</source>
        <translation>{op}：向量核没有可等待的流水 {pipe}。</translation>
    </message>
    <message>
        <source>InitBuffer: a vector core has no memory for position {position}.</source>
        <translation>InitBuffer：向量核没有位置 {position} 的存储。</translation>
    </message>
    <message>
        <source>{elements} elements of output {object} were written through a raw pointer, which is neither checked nor timed.</source>
        <translation>输出 {object} 的 {elements} 个元素经裸指针写入，既不检查也不计时。</translation>
    </message>
    <message>
        <source>{op} does not exist for this type on this core.</source>
        <translation>该核上的 {op} 不支持此类型。</translation>
    </message>
    <message>
        <source>DeQue: the queue is empty.</source>
        <translation>DeQue：队列为空。</translation>
    </message>
    <message>
        <source>EnQue: the tensor is not one that AllocTensor gave out.</source>
        <translation>EnQue：该张量不是由 AllocTensor 分配的。</translation>
    </message>
    <message>
        <source>{verb}: the tensor comes from {tensor}, not from this queue.</source>
        <translation>{verb}：该张量来自 {tensor}，而不是本队列。</translation>
    </message>
    <message>
        <source>FreeTensor: the tensor is still in the queue.</source>
        <translation>FreeTensor：该张量仍在队列中。</translation>
    </message>
    <message>
        <source>FreeTensor: the tensor was freed before.</source>
        <translation>FreeTensor：该张量此前已释放。</translation>
    </message>
    <message>
        <source>EnQue: the queue is full.</source>
        <translation>EnQue：队列已满。</translation>
    </message>
    <message>
        <source>A queue or buffer is used that InitBuffer never gave memory.</source>
        <translation>使用了从未由 InitBuffer 分配内存的队列或缓冲区。</translation>
    </message>
    <message>
        <source>AllocTensor: all {buffers} buffers of the queue are in use.</source>
        <translation>AllocTensor：队列的 {buffers} 个缓冲区都在使用中。</translation>
    </message>
    <message>
        <source>At the end {kept} of {buffers} buffers are not free ({waiting} still in the queue).</source>
        <translation>结束时 {buffers} 个缓冲区中有 {kept} 个未释放（{waiting} 个仍在队列中）。</translation>
    </message>
    <message>
        <source>The queues of one position hold {buffers} buffers; the hardware has events for {limit}.</source>
        <translation>同一位置的队列共有 {buffers} 个缓冲区；硬件只有 {limit} 个事件。</translation>
    </message>
    <message>
        <source>{op}: {blockCount} blocks of {size} bytes; at most 4095 blocks, of at most 2097151 bytes, are possible.</source>
        <translation>{op}：{blockCount} 个 {size} 字节的块；最多 4095 块，每块最多 2097151 字节。</translation>
    </message>
    <message>
        <source>{op}: the count {count} is negative.</source>
        <translation>{op}：计数 {count} 为负。</translation>
    </message>
    <message>
        <source>{op}: {left} and {right} padding elements; one side takes at most 32 bytes.</source>
        <translation>{op}：填充 {left} 与 {right} 个元素；每侧最多 32 字节。</translation>
    </message>
    <message>
        <source>{op}: a block count, length or stride does not fit its field and is cut off.</source>
        <translation>{op}：块数、长度或步长超出字段范围，被截断。</translation>
    </message>
    <message>
        <source>{waiting} of {cores} cores wait in SyncAll, {ended} ended without calling it.</source>
        <translation>{cores} 个核中有 {waiting} 个在 SyncAll 中等待，{ended} 个未调用即结束。</translation>
    </message>
    <message>
        <source>{op}: reads {object} at byte {offset}, which nothing wrote.</source>
        <translation>{op}：读取 {object} 第 {offset} 字节，此处从未写入。</translation>
    </message>
    <message>
        <source>{op}: the {role} holds bytes that nothing wrote, the first {into} bytes into its {size}.</source>
        <translation>{op}：{role} 含有从未写入的字节，首个位于其 {size} 字节中的第 {into} 字节。</translation>
    </message>
    <message>
        <source>Refinement rounds per operator, both episodes together</source>
        <translation>每个算子的改进轮数，两个回合合计</translation>
    </message>
    <message>
        <source>An unmet objective scores minus this</source>
        <translation>未达目标时得分为其负值</translation>
    </message>
    <message>
        <source>Charge of a retrieved but unused experience</source>
        <translation>检索但未使用的经验的扣分</translation>
    </message>
    <message>
        <source>Smallest step of a utility update</source>
        <translation>效用更新的最小步长</translation>
    </message>
    <message>
        <source>Weight of utility when retrieved experiences are reranked</source>
        <translation>重排检索经验时效用的权重</translation>
    </message>
    <message>
        <source>Adopting episodes that consolidation asks for</source>
        <translation>固化所需的采纳回合数</translation>
    </message>
    <message>
        <source>Different adopting operators that consolidation asks for</source>
        <translation>固化所需的不同采纳算子数</translation>
    </message>
    <message>
        <source>Token budget of the hot memory</source>
        <translation>热记忆的词元预算</translation>
    </message>
    <message>
        <source>How fast a resident rule&apos;s use probability follows its use</source>
        <translation>常驻规则的使用概率跟随使用的快慢</translation>
    </message>
    <message>
        <source>Experiences retrieved in a round</source>
        <translation>每轮检索的经验数</translation>
    </message>
    <message>
        <source>Candidates kept before the rerank</source>
        <translation>重排前保留的候选数</translation>
    </message>
    <message>
        <source>Constant of the reciprocal rank fusion</source>
        <translation>倒数名次融合的常数</translation>
    </message>
    <message>
        <source>Longest rule, in tokens</source>
        <translation>规则的最大长度（词元）</translation>
    </message>
    <message>
        <source>An optimization episode without gain counts as unmet</source>
        <translation>没有收益的优化回合视为未达目标</translation>
    </message>
    <message>
        <source>A smaller relative gain counts as none</source>
        <translation>更小的相对收益视为没有</translation>
    </message>
    <message>
        <source>Rounds without gain that end an optimization episode (0: off)</source>
        <translation>连续多少轮无收益即结束优化回合（0：关闭）</translation>
    </message>
    <message>
        <source>Scale relevance by the pool&apos;s maximum (off: min-max)</source>
        <translation>按候选池最大值缩放相关度（关：min-max）</translation>
    </message>
    <message>
        <source>A newcomer must beat a resident&apos;s U by this part</source>
        <translation>新规则的 U 须超出常驻规则的比例</translation>
    </message>
    <message>
        <source>Resident rules that were used share in the credit</source>
        <translation>使用过的常驻规则分享信用</translation>
    </message>
    <message>
        <source>Unproven experiences among the retrieved, at most</source>
        <translation>检索结果中未验证经验的上限</translation>
    </message>
    <message>
        <source>Refused replies that end a round</source>
        <translation>结束一轮的被拒答复数</translation>
    </message>
    <message>
        <source>Memory policy</source>
        <translation>记忆策略</translation>
    </message>
    <message>
        <source>stated in the paper&apos;s public text</source>
        <translation>论文公开文本所述</translation>
    </message>
    <message>
        <source>repeated by two public summaries</source>
        <translation>两份公开摘要一致</translation>
    </message>
    <message>
        <source>in one public summary</source>
        <translation>见于一份公开摘要</translation>
    </message>
    <message>
        <source>this project&apos;s choice</source>
        <translation>本项目的选择</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>已解决</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>生成中</translation>
    </message>
    <message>
        <source>at the gate</source>
        <translation>等待门控</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>评测中</translation>
    </message>
    <message>
        <source>evaluated</source>
        <translation>已评测</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>abandoned</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>冷</translation>
    </message>
    <message>
        <source>validated</source>
        <translation>已验证</translation>
    </message>
    <message>
        <source>resident</source>
        <translation>常驻</translation>
    </message>
    <message>
        <source>adopted</source>
        <translation>已采纳</translation>
    </message>
    <message>
        <source>not adopted</source>
        <translation>未采纳</translation>
    </message>
    <message>
        <source>unresolved</source>
        <translation>未决</translation>
    </message>
    <message>
        <source>correctness</source>
        <translation>正确性</translation>
    </message>
    <message>
        <source>optimization</source>
        <translation>优化</translation>
    </message>
    <message>
        <source>not evaluated</source>
        <translation>未评测</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>timed</source>
        <translation>已计时</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>does not compile</source>
        <translation>编译失败</translation>
    </message>
    <message>
        <source>cannot be loaded</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>forbidden symbol</source>
        <translation>禁用符号</translation>
    </message>
    <message>
        <source>crash</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>too much output</source>
        <translation>输出过多</translation>
    </message>
    <message>
        <source>forbidden system call</source>
        <translation>禁用的系统调用</translation>
    </message>
    <message>
        <source>wrong output</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <source>rule broken</source>
        <translation>违反规则</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>buffer capacity</source>
        <translation>缓冲区容量</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>out of bounds</source>
        <translation>越界</translation>
    </message>
    <message>
        <source>copy size</source>
        <translation>搬运大小</translation>
    </message>
    <message>
        <source>field range</source>
        <translation>字段范围</translation>
    </message>
    <message>
        <source>queue use</source>
        <translation>队列使用</translation>
    </message>
    <message>
        <source>pipe hazard</source>
        <translation>流水冒险</translation>
    </message>
    <message>
        <source>event flag</source>
        <translation>事件标志</translation>
    </message>
    <message>
        <source>not on this core</source>
        <translation>该核不支持</translation>
    </message>
    <message>
        <source>uninitialised read</source>
        <translation>读取未初始化数据</translation>
    </message>
    <message>
        <source>output not written</source>
        <translation>输出未写</translation>
    </message>
    <message>
        <source>core synchronisation</source>
        <translation>核间同步</translation>
    </message>
    <message>
        <source>overlapping operands</source>
        <translation>操作数重叠</translation>
    </message>
    <message>
        <source>cycle budget</source>
        <translation>周期预算</translation>
    </message>
    <message>
        <source>kernel&apos;s own assertion</source>
        <translation>内核自身断言</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>budget used up</source>
        <translation>预算用尽</translation>
    </message>
    <message>
        <source>no more gain</source>
        <translation>不再有收益</translation>
    </message>
    <message>
        <source>skipped by a person</source>
        <translation>被人跳过</translation>
    </message>
    <message>
        <source>fits the budget</source>
        <translation>预算容得下</translation>
    </message>
    <message>
        <source>displaced by higher U</source>
        <translation>被更高 U 取代</translation>
    </message>
    <message>
        <source>gate no longer holds</source>
        <translation>门控条件不再成立</translation>
    </message>
    <message>
        <source>budget is smaller now</source>
        <translation>预算变小</translation>
    </message>
    <message>
        <source>pinned by a person</source>
        <translation>被人固定</translation>
    </message>
    <message>
        <source>unpinned</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
</context>
<context>
    <name>sage::ui::AdoptionPanel</name>
    <message>
        <source>Select a round to see what it retrieved and what it adopted.</source>
        <translation>选择一轮，查看它检索和采纳了什么。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;, round %2: %3 experiences retrieved</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;，第 %2 轮：检索到 %3 条经验</translation>
    </message>
    <message>
        <source>Resident rules in the context: %1</source>
        <translation>上下文中的常驻规则：%1</translation>
    </message>
    <message>
        <source>Rules used: %1</source>
        <translation>使用的规则：%1</translation>
    </message>
    <message>
        <source>Attempt %1 refused by the gate, unresolved: %2</source>
        <translation>第 %1 次尝试被门控拒绝，未决：%2</translation>
    </message>
    <message>
        <source>Nothing was retrieved in this round: memory had nothing eligible.</source>
        <translation>本轮没有检索到经验：记忆中没有可用条目。</translation>
    </message>
    <message>
        <source>The generator&apos;s rationale in this round</source>
        <translation>生成器在本轮给出的理由</translation>
    </message>
</context>
<context>
    <name>sage::ui::BudgetBar</name>
    <message>
        <source>%1 tokens: %2</source>
        <translation>%1 词元：%2</translation>
    </message>
</context>
<context>
    <name>sage::ui::CaseModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Wrong elements</source>
        <translation>错误元素</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>Worst element</source>
        <translation>最差元素</translation>
    </message>
    <message>
        <source>Latency (modelled)</source>
        <translation>延迟（推算）</translation>
    </message>
    <message>
        <source>Pipes</source>
        <translation>流水</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>Input seed</source>
        <translation>输入种子</translation>
    </message>
</context>
<context>
    <name>sage::ui::DiffView</name>
    <message>
        <source>Previous change</source>
        <translation>上一处更改</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处更改</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>Fold unchanged lines</source>
        <translation>折叠未更改的行</translation>
    </message>
    <message>
        <source>Ignore white space</source>
        <translation>忽略空白</translation>
    </message>
    <message>
        <source>%1 unchanged lines</source>
        <translation>%1 行未更改</translation>
    </message>
    <message>
        <source>+%1 −%2 lines</source>
        <translation>+%1 −%2 行</translation>
    </message>
</context>
<context>
    <name>sage::ui::ExperienceModel</name>
    <message>
        <source>disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>unproven</source>
        <translation>未验证</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Utility, in [-1, 1]</source>
        <translation>效用，范围 [-1, 1]</translation>
    </message>
    <message>
        <source>u</source>
        <translation>u</translation>
    </message>
    <message>
        <source>Episodes that retrieved it (n_ret)</source>
        <translation>检索过它的回合数 (n_ret)</translation>
    </message>
    <message>
        <source>Retrieved</source>
        <translation>检索</translation>
    </message>
    <message>
        <source>Episodes that adopted it (n_ado)</source>
        <translation>采纳过它的回合数 (n_ado)</translation>
    </message>
    <message>
        <source>Adopted</source>
        <translation>采纳</translation>
    </message>
    <message>
        <source>Different operators that adopted it</source>
        <translation>采纳过它的不同算子数</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Episodes in which it could be retrieved (N_elig)</source>
        <translation>可被检索的回合数 (N_elig)</translation>
    </message>
    <message>
        <source>Eligible</source>
        <translation>可检索</translation>
    </message>
    <message>
        <source>Probability of use</source>
        <translation>使用概率</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>Expected utility per resident token, u p / L, in thousandths</source>
        <translation>每个常驻词元的期望效用 u p / L，单位千分之一</translation>
    </message>
    <message>
        <source>U · 10³</source>
        <translation>U · 10³</translation>
    </message>
    <message>
        <source>Tokens of the rule, example and id line (L)</source>
        <translation>规则、示例与编号行的词元数 (L)</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
</context>
<context>
    <name>sage::ui::ExperiencesPanel</name>
    <message>
        <source>Filter by words: title, state, operator, author …</source>
        <translation>按词筛选：标题、状态、算子、作者……</translation>
    </message>
    <message>
        <source>Memory is empty. What a run learns is listed here.</source>
        <translation>记忆为空。运行学到的内容会列在这里。</translation>
    </message>
    <message>
        <source>%1 of %2 experiences</source>
        <translation>%1 / %2 条经验</translation>
    </message>
</context>
<context>
    <name>sage::ui::FindingModel</name>
    <message>
        <source>case %1</source>
        <translation>用例 %1</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>核 %1</translation>
    </message>
    <message>
        <source>compiler</source>
        <translation>编译器</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>sage::ui::LogPanel</name>
    <message>
        <source>What the runner and the workbench report appears here.</source>
        <translation>运行程序与工作台的报告会显示在这里。</translation>
    </message>
</context>
<context>
    <name>sage::ui::MainWindow</name>
    <message>
        <source>&amp;Workspace</source>
        <translation>工作区(&amp;W)</translation>
    </message>
    <message>
        <source>Recent workspaces</source>
        <translation>最近的工作区</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Show run</source>
        <translation>显示运行</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>New workspace…</source>
        <translation>新建工作区…</translation>
    </message>
    <message>
        <source>Open workspace…</source>
        <translation>打开工作区…</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Close workspace</source>
        <translation>关闭工作区</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Start run…</source>
        <translation>开始运行…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the runner; Resume continues in the middle of the round</source>
        <translation>停止运行程序；“继续”会从轮次中间接着进行</translation>
    </message>
    <message>
        <source>Settings of this run…</source>
        <translation>本次运行的设置…</translation>
    </message>
    <message>
        <source>Follow the run</source>
        <translation>跟随运行</translation>
    </message>
    <message>
        <source>Select the newest round as the run goes on</source>
        <translation>运行进行时自动选中最新一轮</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>About and notice…</source>
        <translation>关于与声明…</translation>
    </message>
    <message>
        <source>Task stream</source>
        <translation>任务流</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Adoption</source>
        <translation>采纳</translation>
    </message>
    <message>
        <source>Utility</source>
        <translation>效用</translation>
    </message>
    <message>
        <source>Hot memory</source>
        <translation>热记忆</translation>
    </message>
    <message>
        <source>Experiences</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>The run of this workspace is not finished: resume it, or use another workspace</source>
        <translation>该工作区的运行尚未完成：请继续它，或使用其他工作区</translation>
    </message>
    <message>
        <source>Start a run in this workspace</source>
        <translation>在此工作区开始运行</translation>
    </message>
    <message>
        <source>%1 · seed %2 · policy %3</source>
        <translation>%1 · 种子 %2 · 策略 %3</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
</context>
<context>
    <name>sage::ui::MemoryPanel</name>
    <message>
        <source>The rules that are always in the context appear here during a run.</source>
        <translation>运行期间，始终在上下文中的规则会显示在这里。</translation>
    </message>
    <message>
        <source>Resident rules (%1)</source>
        <translation>常驻规则 (%1)</translation>
    </message>
    <message>
        <source>Movements (%1)</source>
        <translation>进出记录 (%1)</translation>
    </message>
    <message>
        <source>%1 / %2 tokens (%3 %)</source>
        <translation>%1 / %2 词元 (%3 %)</translation>
    </message>
    <message>
        <source>No rule is resident yet. An experience is consolidated once its utility is positive and %1 episodes on %2 operators have adopted it.</source>
        <translation>还没有常驻规则。当经验的效用为正，且有 %1 个回合、%2 个算子采纳过它时，才会固化为规则。</translation>
    </message>
</context>
<context>
    <name>sage::ui::MovementModel</name>
    <message>
        <source>promoted</source>
        <translation>进入</translation>
    </message>
    <message>
        <source>demoted</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>displaces a lower U</source>
        <translation>取代 U 较低者</translation>
    </message>
    <message>
        <source>Memory updates count from 1 over the run</source>
        <translation>记忆更新在整个运行中从 1 开始计数</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>变动</translation>
    </message>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Who displaced it, or whom it displaced</source>
        <translation>取代它的，或被它取代的</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>对方</translation>
    </message>
    <message>
        <source>Expected utility per resident token, u p / L, in thousandths</source>
        <translation>每个常驻词元的期望效用 u p / L，单位千分之一</translation>
    </message>
    <message>
        <source>U · 10³</source>
        <translation>U · 10³</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
</context>
<context>
    <name>sage::ui::PickModel</name>
    <message>
        <source>Shown experiences</source>
        <translation>显示的经验</translation>
    </message>
    <message>
        <source>u</source>
        <translation>u</translation>
    </message>
</context>
<context>
    <name>sage::ui::RetrievedModel</name>
    <message>
        <source>%1
Unproven: no episode has adopted it yet</source>
        <translation>%1
未验证：还没有回合采纳过它</translation>
    </message>
    <message>
        <source>Place among the retrieved experiences</source>
        <translation>在检索结果中的名次</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>Adoption</source>
        <translation>采纳</translation>
    </message>
    <message>
        <source>Rationale</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Relevance to the query, in [0, 1]</source>
        <translation>与查询的相关度，范围 [0, 1]</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>相关度</translation>
    </message>
    <message>
        <source>Utility u when it was retrieved, in [-1, 1]</source>
        <translation>检索时的效用 u，范围 [-1, 1]</translation>
    </message>
    <message>
        <source>u</source>
        <translation>u</translation>
    </message>
    <message>
        <source>relevance × (1 + gamma × u)</source>
        <translation>相关度 × (1 + gamma × u)</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Place in the word (BM25) list</source>
        <translation>在词汇 (BM25) 列表中的名次</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词汇</translation>
    </message>
    <message>
        <source>Place in the meaning (vector) list</source>
        <translation>在语义（向量）列表中的名次</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>语义</translation>
    </message>
</context>
<context>
    <name>sage::ui::RoundModel</name>
    <message>
        <source>The best correct kernel so far</source>
        <translation>目前最好的正确内核</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>到达阶段</translation>
    </message>
    <message>
        <source>Latency (modelled)</source>
        <translation>延迟（推算）</translation>
    </message>
    <message>
        <source>Adopted</source>
        <translation>采纳</translation>
    </message>
    <message>
        <source>Generator&apos;s note</source>
        <translation>生成器说明</translation>
    </message>
</context>
<context>
    <name>sage::ui::RoundsPanel</name>
    <message>
        <source>compared with</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>The compiler said nothing.</source>
        <translation>编译器没有输出。</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>问题 (%1)</translation>
    </message>
    <message>
        <source>Cases (%1)</source>
        <translation>用例 (%1)</translation>
    </message>
    <message>
        <source>Compiler output</source>
        <translation>编译器输出</translation>
    </message>
    <message>
        <source>Select an operator in the task stream to see its rounds.</source>
        <translation>在任务流中选择一个算子，查看它的各轮。</translation>
    </message>
    <message>
        <source>%1 has not begun: its rounds will appear here.</source>
        <translation>%1 尚未开始：它的各轮会显示在这里。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;, round %2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;，第 %2 轮</translation>
    </message>
    <message>
        <source>The generator has not answered yet: the kernel will appear here.</source>
        <translation>生成器尚未答复：内核会显示在这里。</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>correct, %1 (%2)</source>
        <translation>正确，%1（%2）</translation>
    </message>
    <message>
        <source>Not evaluated yet.</source>
        <translation>尚未评测。</translation>
    </message>
    <message>
        <source>Compiler and device had nothing to say against this kernel.</source>
        <translation>编译器和设备对该内核没有异议。</translation>
    </message>
    <message>
        <source>No case was run: the kernel did not get that far.</source>
        <translation>没有运行用例：内核未进行到这一步。</translation>
    </message>
    <message>
        <source>its parent kernel</source>
        <translation>其父内核</translation>
    </message>
    <message>
        <source>correct, %1</source>
        <translation>正确，%1</translation>
    </message>
</context>
<context>
    <name>sage::ui::RuleModel</name>
    <message>
        <source>[pinned] </source>
        <translation>[固定] </translation>
    </message>
    <message>
        <source>Rank by expected utility per token</source>
        <translation>按每词元期望效用的名次</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Expected utility per resident token, u p / L, in thousandths</source>
        <translation>每个常驻词元的期望效用 u p / L，单位千分之一</translation>
    </message>
    <message>
        <source>U · 10³</source>
        <translation>U · 10³</translation>
    </message>
    <message>
        <source>Tokens of the rule, example and id line (L)</source>
        <translation>规则、示例与编号行的词元数 (L)</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>u</source>
        <translation>u</translation>
    </message>
    <message>
        <source>Probability of use</source>
        <translation>使用概率</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>Utility, in [-1, 1]</source>
        <translation>效用，范围 [-1, 1]</translation>
    </message>
</context>
<context>
    <name>sage::ui::RunStatus</name>
    <message>
        <source>Runner: process %1 on %2</source>
        <translation>运行程序：%2 上的进程 %1</translation>
    </message>
    <message>
        <source>No process works on this workspace now.</source>
        <translation>当前没有进程在处理该工作区。</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
</context>
<context>
    <name>sage::ui::SettingModel</name>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Where the default comes from</source>
        <translation>默认值的出处</translation>
    </message>
</context>
<context>
    <name>sage::ui::StartRunDialog</name>
    <message>
        <source>Start run</source>
        <translation>开始运行</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>任务流</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>all cases</source>
        <translation>全部用例</translation>
    </message>
    <message>
        <source>Keep only cases in which no input has more elements than this: a quick profile</source>
        <translation>只保留输入元素数不超过此值的用例：用于快速试跑</translation>
    </message>
    <message>
        <source>Largest case (elements)</source>
        <translation>最大用例（元素数）</translation>
    </message>
    <message>
        <source>Memory policy</source>
        <translation>记忆策略</translation>
    </message>
    <message>
        <source>Generator</source>
        <translation>生成器</translation>
    </message>
    <message>
        <source>offline synthesizer</source>
        <translation>离线合成器</translation>
    </message>
    <message>
        <source>Evaluator</source>
        <translation>评测器</translation>
    </message>
    <message>
        <source>host emulator (latencies are modelled)</source>
        <translation>主机模拟器（延迟为推算值）</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>%1   level %2, %3, %4 cases</source>
        <translation>%1   级别 %2，%3，%4 个用例</translation>
    </message>
    <message>
        <source>own selection</source>
        <translation>自选</translation>
    </message>
    <message>
        <source>Stream file</source>
        <translation>任务流文件</translation>
    </message>
    <message>
        <source>Streams (*.yaml *.yml)</source>
        <translation>任务流 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Reading the operator cards…</source>
        <translation>正在读取算子卡…</translation>
    </message>
    <message>
        <source>Check the operators to run.</source>
        <translation>请勾选要运行的算子。</translation>
    </message>
    <message>
        <source>%1 operators</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>None</source>
        <translation>全不选</translation>
    </message>
</context>
<context>
    <name>sage::ui::StreamPanel</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause the run before its next step</source>
        <translation>在下一步之前暂停运行</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue the run; starts a runner where none is there</source>
        <translation>继续运行；若没有运行程序则启动一个</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move the waiting operator up (Alt+Up), or drag it</source>
        <translation>上移等待中的算子 (Alt+Up)，或拖动它</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move the waiting operator down (Alt+Down), or drag it</source>
        <translation>下移等待中的算子 (Alt+Down)，或拖动它</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Skip this operator; it updates no memory</source>
        <translation>跳过该算子；不更新记忆</translation>
    </message>
    <message>
        <source>No workspace is open.
Use Workspace ▸ New or Open.</source>
        <translation>没有打开的工作区。
请使用“工作区 ▸ 新建”或“打开”。</translation>
    </message>
    <message>
        <source>No run yet.
Use Run ▸ Start run to put operators into the queue.</source>
        <translation>还没有运行。
请使用“运行 ▸ 开始运行”将算子放入队列。</translation>
    </message>
    <message>
        <source>%1 of %2 operators, %3 solved, %4 rounds · latencies are modelled</source>
        <translation>%1 / %2 个算子，%3 个已解决，%4 轮 · 延迟为推算值</translation>
    </message>
</context>
<context>
    <name>sage::ui::TaskModel</name>
    <message>
        <source>The round that found the first correct kernel</source>
        <translation>找到首个正确内核的轮次</translation>
    </message>
    <message>
        <source>Modelled latency of the first correct kernel: geometric mean over all cases</source>
        <translation>首个正确内核的推算延迟：全部用例的几何平均</translation>
    </message>
    <message>
        <source>Modelled latency of the best correct kernel: geometric mean over all cases</source>
        <translation>最佳正确内核的推算延迟：全部用例的几何平均</translation>
    </message>
    <message>
        <source>Modelled reference %1, best kernel %2. The reference runs the card&apos;s steps one after the other under the same timing model.</source>
        <translation>推算参考 %1，最佳内核 %2。参考在同一时序模型下逐步执行算子卡的各步。</translation>
    </message>
    <message>
        <source>Modelled figures, not measured on a device</source>
        <translation>推算数值，非设备实测</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Correct at</source>
        <translation>正确于</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
</context>
<context>
    <name>sage::ui::UtilityChart</name>
    <message>
        <source>%1
after update %2: u = %3</source>
        <translation>%1
第 %2 次更新后：u = %3</translation>
    </message>
</context>
<context>
    <name>sage::ui::UtilityPanel</name>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>导出为 %1</translation>
    </message>
    <message>
        <source>memory updates (episodes)</source>
        <translation>记忆更新（回合）</translation>
    </message>
    <message>
        <source>utility u</source>
        <translation>效用 u</translation>
    </message>
    <message>
        <source>Filter experiences</source>
        <translation>筛选经验</translation>
    </message>
    <message>
        <source>Utilities appear here after the first episode has taught memory something.</source>
        <translation>第一个回合让记忆有所学之后，效用会显示在这里。</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Select an experience to see why its utility is what it is.</source>
        <translation>选择一条经验，查看其效用的由来。</translation>
    </message>
    <message>
        <source>%1: not retrieved yet, u = 0</source>
        <translation>%1：尚未检索过，u = 0</translation>
    </message>
    <message>
        <source>Why u = %1: %2</source>
        <translation>u = %1 的由来：%2</translation>
    </message>
    <message>
        <source>PNG image (*.png)</source>
        <translation>PNG 图像 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Why this utility</source>
        <translation>效用的由来</translation>
    </message>
    <message>
        <source>Shown experiences</source>
        <translation>显示的经验</translation>
    </message>
</context>
<context>
    <name>sage::ui::WelcomePage</name>
    <message>
        <source>Adoption-aware memory learning for NPU kernel synthesis: run a stream of operators, watch what each revision adopts from memory, and see memory learn.</source>
        <translation>面向 NPU 内核合成的采纳感知记忆学习：运行一组算子，观察每次修订从记忆中采纳了什么，并看记忆如何学习。</translation>
    </message>
    <message>
        <source>New workspace…</source>
        <translation>新建工作区…</translation>
    </message>
    <message>
        <source>Open workspace…</source>
        <translation>打开工作区…</translation>
    </message>
    <message>
        <source>Recent workspaces (double-click to open)</source>
        <translation>最近的工作区（双击打开）</translation>
    </message>
    <message>
        <source>Remove from this list</source>
        <translation>从此列表移除</translation>
    </message>
</context>
<context>
    <name>sage::ui::WhyModel</name>
    <message>
        <source>Memory updates count from 1 over the run</source>
        <translation>记忆更新在整个运行中从 1 开始计数</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Score of the episode</source>
        <translation>回合得分</translation>
    </message>
    <message>
        <source>z</source>
        <translation>z</translation>
    </message>
    <message>
        <source>Experiences adopted in the episode: they share one credit</source>
        <translation>该回合采纳的经验：它们分享同一份信用</translation>
    </message>
    <message>
        <source>|A|</source>
        <translation>|A|</translation>
    </message>
    <message>
        <source>Credit of this experience: z / |A| if adopted, minus beta if not</source>
        <translation>该经验的信用：采纳则为 z / |A|，未采纳则为 -beta</translation>
    </message>
    <message>
        <source>ξ</source>
        <translation>ξ</translation>
    </message>
    <message>
        <source>Step: 1 / (1 + n_ret), at least eta_min</source>
        <translation>步长：1 / (1 + n_ret)，至少为 eta_min</translation>
    </message>
    <message>
        <source>η</source>
        <translation>η</translation>
    </message>
    <message>
        <source>u before</source>
        <translation>更新前 u</translation>
    </message>
    <message>
        <source>u after</source>
        <translation>更新后 u</translation>
    </message>
</context>
<context>
    <name>sage::ui::WorkspaceDialog</name>
    <message>
        <source>New workspace</source>
        <translation>新建工作区</translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>Folder of the new workspace. It must not exist yet, or be empty:</source>
        <translation>新工作区的文件夹。它必须尚不存在，或为空：</translation>
    </message>
    <message>
        <source>Folder of the workspace:</source>
        <translation>工作区的文件夹：</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
</TS>
