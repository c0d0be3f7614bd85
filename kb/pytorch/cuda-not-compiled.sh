# needs: pip:torch==2.13.0
reproduce() {
  cat > train.py <<'PY'
import torch

device = "cuda"
model = torch.nn.Linear(4, 2).to(device)
print("model on", next(model.parameters()).device)
PY
  python train.py
}
workaround_2() { sed -i 's/device = "cuda"/device = "cuda" if torch.cuda.is_available() else "cpu"/' train.py; python train.py; }
dead_end_1() { CUDA_VISIBLE_DEVICES=0 python train.py; }
dead_end_2() { python -m pip install -q torch; python train.py; }
