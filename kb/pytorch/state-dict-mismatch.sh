# needs: pip:torch==2.13.0
reproduce() {
  cat > train.py <<'PY'
import torch
from torch import nn

torch.manual_seed(0)
torch.save(nn.DataParallel(nn.Linear(4, 3)).state_dict(), "parallel.pt")
torch.save(nn.Linear(4, 3).state_dict(), "classes3.pt")
PY
  cat > load.py <<'PY'
import torch
from torch import nn

model = nn.Linear(4, 3)
state = torch.load("parallel.pt")
model.load_state_dict(state)
print("loaded", list(model.state_dict()))
PY
  cat > finetune.py <<'PY'
import torch
from torch import nn

model = nn.Linear(4, 2)
state = torch.load("classes3.pt")
model.load_state_dict(state)
print("loaded", list(model.state_dict()))
PY
  python train.py
  python load.py
  python finetune.py
}
workaround_1() { sed -i '/^state/a torch.nn.modules.utils.consume_prefix_in_state_dict_if_present(state, "module.")' load.py; python load.py; }
workaround_2() { sed -i 's/(nn.DataParallel(nn.Linear(4, 3)).state_dict()/(nn.DataParallel(nn.Linear(4, 3)).module.state_dict()/' train.py; python train.py; python load.py; }
workaround_3() {
  sed -i '/^state/a own = model.state_dict(); state = dict((k, v) for k, v in state.items() if k in own and v.shape == own[k].shape)
s/load_state_dict(state)/load_state_dict(state, strict=False)/' finetune.py; python finetune.py; }
dead_end_1() { sed -i 's/load_state_dict(state)/load_state_dict(state, strict=False)/' finetune.py; python finetune.py; }
